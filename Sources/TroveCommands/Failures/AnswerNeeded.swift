/// The command changes an item whose previous change, made by an earlier command of the script, the
/// server has not confirmed yet. It runs again once the server has answered, because a rejected
/// change is taken back.
package struct AnswerNeeded: Error {}
