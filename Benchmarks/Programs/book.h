// The entries that all programs of this folder write: books of about 300 bytes.
#pragma once
#include <stdint.h>
#include <stdio.h>

enum { BOOK_ROOM = 400, ID_ROOM = 16, LONGEST_BATCH = 500 };

/// Writes the fields of a user's book with a number, as JSON. Returns their length.
static inline int write_book(char *text, long number) {
    return sprintf(
        text,
        "{\"title\":\"The long way to the place number %ld\",\"author\":\"Ada Example\",\"note\":\"A note of "
        "some length, as people write them: where the book was bought, who recommended it and to whom it was "
        "lent, and which chapters are worth a second look on a rainy day.\"}",
        number);
}

/// Writes the ID of that book. The IDs of a user ascend, as those that a device makes do.
static inline void write_id(uint8_t id[ID_ROOM], long user, long number) {
    for (int place = 0; place < 6; place++) {
        id[place] = (uint8_t)((uint64_t)number >> (40 - 8 * place));
        id[10 + place] = (uint8_t)((uint64_t)user >> (40 - 8 * place));
    }
    // Version 7 of a UUID.
    id[6] = 0x70;
    id[7] = 0;
    id[8] = 0x80;
    id[9] = 0;
}
