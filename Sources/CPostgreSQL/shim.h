#pragma once
#include <libpq-fe.h>
#include <string.h>

/// The fields of an error or a notice. The macros are character constants, which Swift cannot
/// import.
enum {
    trove_field_state = PG_DIAG_SQLSTATE,
    trove_field_message = PG_DIAG_MESSAGE_PRIMARY,
    trove_field_constraint = PG_DIAG_CONSTRAINT_NAME,
};

/// Sets the flag for a warning that a commit may not have reached the standbys. PostgreSQL sends
/// 01000 when the wait for them was canceled, and 57P01 when the server stopped during that wait.
static inline void trove_note_warning(void *_Nonnull flag, const PGresult *_Nonnull notice) {
    const char *state = PQresultErrorField(notice, PG_DIAG_SQLSTATE);
    if (state && (!strcmp(state, "01000") || !strcmp(state, "57P01"))) *(int *)flag = 1;
}

/// Sets the flag for such warnings, and prints no notices: libpq would write them to the standard
/// error.
static inline void trove_watch_warnings(PGconn *_Nonnull connection, int *_Nonnull flag) {
    PQsetNoticeReceiver(connection, trove_note_warning, flag);
}
