// The protocol of the programs in this folder.
//
// They read a request from each line of standard input and answer it with one line of JSON on standard
// output. Their first line of all, {"ready": "NAME"}, says that they can be asked. A program that
// fails says {"error": "why"} and ends. `quit` ends it, and so does the end of the input.
#pragma once
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/// Ends the program with an answer that says why it failed.
__attribute__((noreturn, format(printf, 1, 2))) static inline void fail(const char *format, ...) {
    char why[2000];
    va_list words;
    va_start(words, format);
    vsnprintf(why, sizeof why, format, words);
    va_end(words);
    for (char *sign = why; *sign; sign++) {
        if (*sign == '"' || *sign == '\\') *sign = '\'';
        if (*sign < ' ') *sign = ' ';
    }
    printf("{\"error\": \"%s\"}\n\n", why);
    exit(1);
}

/// Answers with a line of JSON.
__attribute__((format(printf, 1, 2))) static inline void say(const char *format, ...) {
    va_list words;
    va_start(words, format);
    vprintf(format, words);
    va_end(words);
    putchar('\n');
    fflush(stdout);
}

/// Returns the time in seconds since some moment in the past.
static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Returns the processor time of this process, in seconds.
static inline double processor_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/// Answers every request with `answer`, which gets the first word and the numbers after it.
static inline void answer_requests(
    const char *name, void (*answer)(const char *word, const double *numbers, int count)) {
    say("{\"ready\": \"%s\"}", name);
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n");
        if (!word || strcmp(word, "quit") == 0) return;
        double numbers[8];
        int count = 0;
        for (char *text; count < 8 && (text = strtok(NULL, " \n")); count++) {
            numbers[count] = strtod(text, NULL);
        }
        answer(word, numbers, count);
    }
}
