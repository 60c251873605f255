#pragma once
#include <histedit.h>
#include <stdint.h>
#include <stdio.h>

/// A command of the editor: what a key does. The result is one of the CC_ values.
typedef unsigned char (*trove_edit_command)(EditLine *_Nonnull editor, int key);

/// Hands the editor its next character; 1 when there is one, 0 at the end, -1 on a failure.
typedef int (*trove_edit_reader)(EditLine *_Nonnull editor, wchar_t *_Nonnull character);

/// Gives a prompt; the text must stay valid after the call has returned.
typedef char *_Nonnull (*trove_edit_prompt)(EditLine *_Nonnull editor);

/// Opens an editor on standard input and output.
/// The stream for chatter ("No entry for terminal type") is the caller's, because libedit would
/// write it over the prompt. Swift cannot name `stdin` and `stdout`: they are mutable globals.
static inline EditLine *_Nullable trove_edit_open(
    const char *_Nonnull program, FILE *_Nonnull chatter) {
    return el_init_fd(program, stdin, stdout, chatter, 0, 1, fileno(chatter));
}

/// Sends what libedit has printed; it prints through a buffered stream.
static inline void trove_edit_flush(void) { (void)fflush(stdout); }

/// Keeps libedit away from signals: its handler would signal the whole process group.
/// el_set is variadic.
static inline void trove_edit_leave_signals(EditLine *_Nonnull editor) {
    (void)el_set(editor, EL_SIGNAL, 0);
}

/// Sets the pointer that the callbacks find their owner by. el_set is variadic.
static inline void trove_edit_set_owner(EditLine *_Nonnull editor, void *_Nullable owner) {
    (void)el_set(editor, EL_CLIENTDATA, owner);
}

/// The pointer set by trove_edit_set_owner. el_get is variadic.
static inline void *_Nullable trove_edit_owner(EditLine *_Nonnull editor) {
    void *owner = NULL;
    return el_get(editor, EL_CLIENTDATA, &owner) == 0 ? owner : NULL;
}

/// Sets where characters come from. el_set is variadic.
static inline int trove_edit_set_reader(EditLine *_Nonnull editor, trove_edit_reader _Nonnull reader) {
    return el_set(editor, EL_GETCFN, reader);
}

/// Sets the prompt; bytes between two \1 are sent as they are and take no columns.
/// el_set is variadic.
static inline int trove_edit_set_prompt(EditLine *_Nonnull editor, trove_edit_prompt _Nonnull prompt) {
    return el_set(editor, EL_PROMPT_ESC, prompt, '\1');
}

/// Chooses the emacs keys, which also empties every earlier binding. el_set is variadic.
static inline int trove_edit_use_emacs_keys(EditLine *_Nonnull editor) {
    return el_set(editor, EL_EDITOR, "emacs");
}

/// Whether the keys are vi's, as `~/.editrc` may want it. el_get is variadic.
static inline int trove_edit_uses_vi_keys(EditLine *_Nonnull editor) {
    const char *keys = NULL;
    return el_get(editor, EL_EDITOR, &keys) == 0 && keys && keys[0] == 'v';
}

/// Makes a command known by a name. el_set is variadic.
static inline int trove_edit_add_command(
    EditLine *_Nonnull editor, const char *_Nonnull name, const char *_Nonnull help,
    trove_edit_command _Nonnull command) {
    return el_set(editor, EL_ADDFN, name, help, command);
}

/// Binds a key sequence to a command in the main key map. el_set is variadic.
static inline int trove_edit_bind(
    EditLine *_Nonnull editor, const char *_Nonnull keys, const char *_Nonnull command) {
    return el_set(editor, EL_BIND, keys, command, NULL);
}

/// Binds a key sequence in the other key map, the one of vi's command mode. el_set is variadic.
static inline int trove_edit_bind_alternative(
    EditLine *_Nonnull editor, const char *_Nonnull keys, const char *_Nonnull command) {
    return el_set(editor, EL_BIND, "-a", keys, command, NULL);
}

/// Switches editing on or off; switched off, el_end leaves typed input alone. el_set is variadic.
static inline void trove_edit_set_editing(EditLine *_Nonnull editor, int on) {
    (void)el_set(editor, EL_EDITMODE, on);
}

/// Puts the terminal into the editor's mode (1) or back into the user's (0). el_set is variadic.
static inline void trove_edit_prepare_terminal(EditLine *_Nonnull editor, int raw) {
    (void)el_set(editor, EL_PREP_TERM, raw);
}

/// Lets Ctrl-S and Ctrl-Q through while a line is edited: they would stop and start the terminal.
/// el_set is variadic.
static inline void trove_edit_pass_flow_keys(EditLine *_Nonnull editor) {
    (void)el_set(editor, EL_SETTY, "-d", "-ixon", (char *)NULL);
}

/// Draws prompt and line anew from the cursor's place, which is taken to be column 0.
/// el_set is variadic.
static inline void trove_edit_draw(EditLine *_Nonnull editor) {
    (void)el_set(editor, EL_REFRESH);
}

/// What the terminal uses to clear to the end of a line; null on a dumb one. el_get is variadic.
static inline const char *_Nullable trove_edit_clear_to_end_of_line(EditLine *_Nonnull editor) {
    char *capability = NULL;
    return el_get(editor, EL_GETTC, "ce", &capability) == 0 ? capability : NULL;
}

/// Reads one line; its characters are then found by trove_edit_line_*.
/// Gives the count with the ending newline, 0 at the end of input, -1 on a failed read.
static inline int trove_edit_read(EditLine *_Nonnull editor, const uint32_t *_Nullable *_Nonnull line) {
    int count = 0;
    const wchar_t *text = el_wgets(editor, &count);
    *line = (const uint32_t *)text;
    return text ? count : (count > 0 ? 0 : count);
}

/// The characters of the line. Swift would take wchar_t for a valid Unicode scalar, and the
/// line is input: it may hold anything.
static inline const uint32_t *_Nonnull trove_edit_line(EditLine *_Nonnull editor) {
    return (const uint32_t *)el_wline(editor)->buffer;
}

/// The number of characters in the line.
static inline long trove_edit_line_count(EditLine *_Nonnull editor) {
    const LineInfoW *line = el_wline(editor);
    return (long)(line->lastchar - line->buffer);
}

/// The number of characters before the cursor.
static inline long trove_edit_line_cursor(EditLine *_Nonnull editor) {
    const LineInfoW *line = el_wline(editor);
    return (long)(line->cursor - line->buffer);
}

/// Stores a character where a reader was asked to put it; the same reason as trove_edit_line.
static inline void trove_edit_store(wchar_t *_Nonnull place, uint32_t character) {
    *place = (wchar_t)character;
}

/// Declared here because the C library shows it only to those who define _XOPEN_SOURCE before the
/// first of its headers, which a module cannot.
extern int wcwidth(wchar_t character);

/// The columns of a character on a terminal; -1 when it is not printable.
static inline int trove_width(uint32_t character) { return wcwidth((wchar_t)character); }
