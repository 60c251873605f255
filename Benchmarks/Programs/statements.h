// The statements that the server runs, from a file: each in a line, after a line with "-- " and a name.
// A test compares them with those of the server.
#pragma once
#include "answering.h"

struct statement {
    char name[40];
    char *sql;
};

static struct statement statements[32];
static int statement_count;

static inline void read_statements(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail("%s cannot be read", path);
    char line[2000];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        struct statement *last = &statements[statement_count];
        if (strncmp(line, "-- ", 3) == 0) {
            if (statement_count == 31) fail("%s has many statements", path);
            snprintf(last->name, sizeof last->name, "%.30s", line + 3);
        } else if (line[0]) {
            last->sql = strdup(line);
            statement_count++;
        }
    }
    fclose(file);
}

/// Returns the position of the statement with a name.
static inline int find_statement(const char *name) {
    for (int place = 0; place < statement_count; place++) {
        if (strcmp(statements[place].name, name) == 0) return place;
    }
    fail("there is no statement %s", name);
}
