/// A command changes an item of which an earlier command of the script has made a change that the
/// server has not confirmed yet. It runs again once the server has answered, because a rejected
/// change is taken back.
package struct AnswerNeeded: Error {}
