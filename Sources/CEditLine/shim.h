#pragma once
#include <histedit.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An editor command, which is bound to keys. Returns one of the CC_ values.
typedef unsigned char (*trove_edit_command)(EditLine *_Nonnull editor, int key);

/// Stores the next character of the input. Returns 1 for a character, 0 at the end, -1 on failure.
typedef int (*trove_edit_reader)(EditLine *_Nonnull editor, wchar_t *_Nonnull character);

/// Returns a prompt, which must stay valid after the call.
typedef char *_Nonnull (*trove_edit_prompt)(EditLine *_Nonnull editor);

/// What libedit would have written to the terminal. Only its bells are of interest.
typedef struct {
    FILE *_Nullable stream;
    char *_Nullable bytes;
    size_t count;
} trove_edit_output;

/// Opens an output in memory. Returns null when memory runs out.
static inline trove_edit_output *_Nullable trove_edit_output_open(void) {
    trove_edit_output *output = (trove_edit_output *)calloc(1, sizeof *output);
    if (output && !(output->stream = open_memstream(&output->bytes, &output->count))) {
        free(output);
        return NULL;
    }
    return output;
}

/// Closes an output, which no editor may still use.
static inline void trove_edit_output_close(trove_edit_output *_Nonnull output) {
    (void)fclose(output->stream);
    free(output->bytes);
    free(output);
}

/// Discards the output. Returns 1 if it contained a bell.
static inline int trove_edit_output_take_bell(trove_edit_output *_Nonnull output) {
    (void)fflush(output->stream);
    // Until the next write, `bytes` holds `count` bytes.
    int bell = output->bytes && memchr(output->bytes, 7, output->count) != NULL;
    (void)fseek(output->stream, 0, SEEK_SET);
    return bell;
}

/// Returns the key bindings as `bind` prints them; null when memory runs out. The text is valid
/// until the editor writes again.
static inline const char *_Nullable trove_edit_bindings(
    EditLine *_Nonnull editor, trove_edit_output *_Nonnull output) {
    const char *words[] = {"bind", NULL};
    (void)fseek(output->stream, 0, SEEK_SET);
    (void)el_parse(editor, 1, words);
    (void)fputc(0, output->stream);
    (void)fflush(output->stream);
    return output->bytes;
}

/// Opens an editor on standard input and output. Its terminal is that of descriptors 0 and 1, but
/// what it draws goes to `output`, and its messages ("No entry for terminal type") to `messages`.
/// Swift cannot access `stdin`: it is a mutable global.
static inline EditLine *_Nullable trove_edit_open(
    const char *_Nonnull program, trove_edit_output *_Nonnull output, FILE *_Nonnull messages) {
    return el_init_fd(program, stdin, output->stream, messages, 0, 1, fileno(messages));
}

/// Disables libedit's signal handler, which would signal the whole process group.
/// el_set is variadic.
static inline void trove_edit_leave_signals(EditLine *_Nonnull editor) {
    (void)el_set(editor, EL_SIGNAL, 0);
}

/// Sets the pointer by which callbacks find their owner. el_set is variadic.
static inline void trove_edit_set_owner(EditLine *_Nonnull editor, void *_Nullable owner) {
    (void)el_set(editor, EL_CLIENTDATA, owner);
}

/// Returns the pointer set by trove_edit_set_owner. el_get is variadic.
static inline void *_Nullable trove_edit_owner(EditLine *_Nonnull editor) {
    void *owner = NULL;
    return el_get(editor, EL_CLIENTDATA, &owner) == 0 ? owner : NULL;
}

/// Sets the source of characters. el_set is variadic.
static inline int trove_edit_set_reader(EditLine *_Nonnull editor, trove_edit_reader _Nonnull reader) {
    return el_set(editor, EL_GETCFN, reader);
}

/// Sets the prompt. el_set is variadic.
static inline int trove_edit_set_prompt(EditLine *_Nonnull editor, trove_edit_prompt _Nonnull prompt) {
    return el_set(editor, EL_PROMPT, prompt);
}

/// Selects the emacs keys, which also removes all earlier bindings. el_set is variadic.
static inline int trove_edit_use_emacs_keys(EditLine *_Nonnull editor) {
    return el_set(editor, EL_EDITOR, "emacs");
}

/// Whether vi keys are selected, as `~/.editrc` can do. el_get is variadic.
static inline int trove_edit_uses_vi_keys(EditLine *_Nonnull editor) {
    const char *keys = NULL;
    return el_get(editor, EL_EDITOR, &keys) == 0 && keys && keys[0] == 'v';
}

/// Adds a named command. el_set is variadic.
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

/// Binds a key sequence in the alternative key map, vi's command mode. el_set is variadic.
static inline int trove_edit_bind_alternative(
    EditLine *_Nonnull editor, const char *_Nonnull keys, const char *_Nonnull command) {
    return el_set(editor, EL_BIND, "-a", keys, command, NULL);
}

/// Turns editing on or off. When it is off, el_end keeps the type-ahead. el_set is variadic.
static inline void trove_edit_set_editing(EditLine *_Nonnull editor, int on) {
    (void)el_set(editor, EL_EDITMODE, on);
}

/// Switches the terminal to the editor's mode (1) or the original one (0). el_set is variadic.
static inline void trove_edit_prepare_terminal(EditLine *_Nonnull editor, int raw) {
    (void)el_set(editor, EL_PREP_TERM, raw);
}

/// Passes Ctrl-S and Ctrl-Q to the editor instead of stopping and starting the terminal's output.
/// el_set is variadic.
static inline void trove_edit_pass_flow_keys(EditLine *_Nonnull editor) {
    (void)el_set(editor, EL_SETTY, "-d", "-ixon", (char *)NULL);
}

/// Returns the sequence that clears to the end of a line; null on a dumb terminal. el_get is
/// variadic.
static inline const char *_Nullable trove_edit_clear_to_end_of_line(EditLine *_Nonnull editor) {
    char *capability = NULL;
    return el_get(editor, EL_GETTC, "ce", &capability) == 0 ? capability : NULL;
}

/// Reads one line, which the trove_edit_line functions then return.
/// Returns the count including the final newline, 0 at the end of input, -1 on a failed read.
static inline int trove_edit_read(EditLine *_Nonnull editor, const uint32_t *_Nullable *_Nonnull line) {
    int count = 0;
    const wchar_t *text = el_wgets(editor, &count);
    *line = (const uint32_t *)text;
    return text ? count : (count > 0 ? 0 : count);
}

/// Returns the characters of the line. They are not wchar_t, which Swift imports as Unicode.Scalar,
/// because the line is input and may contain invalid values.
static inline const uint32_t *_Nonnull trove_edit_line(EditLine *_Nonnull editor) {
    return (const uint32_t *)el_wline(editor)->buffer;
}

/// Returns the number of characters in the line.
static inline long trove_edit_line_count(EditLine *_Nonnull editor) {
    const LineInfoW *line = el_wline(editor);
    return (long)(line->lastchar - line->buffer);
}

/// Returns the number of characters before the cursor.
static inline long trove_edit_line_cursor(EditLine *_Nonnull editor) {
    const LineInfoW *line = el_wline(editor);
    return (long)(line->cursor - line->buffer);
}

/// Stores a character for a reader. It is not a wchar_t for the reason given at trove_edit_line.
static inline void trove_edit_store(wchar_t *_Nonnull place, uint32_t character) {
    *place = (wchar_t)character;
}

/// Declared here because the C library declares it only if _XOPEN_SOURCE was defined before its
/// first header, which a module cannot do.
extern int wcwidth(wchar_t character);

/// Returns the columns of a character on a terminal; -1 if it is not printable.
static inline int trove_width(uint32_t character) { return wcwidth((wchar_t)character); }
