// Echoes keys at a prompt, as the least that a shell can do with a key. Ctrl-U clears the line.
#include <termios.h>
#include <unistd.h>

static void put(const char *text, size_t length) {
    if (write(STDOUT_FILENO, text, length) < 0) _exit(1);
}

int main(void) {
    struct termios mode;
    if (tcgetattr(STDIN_FILENO, &mode)) return 1;
    cfmakeraw(&mode);
    if (tcsetattr(STDIN_FILENO, TCSANOW, &mode)) return 1;
    put("> ", 2);
    char keys[64];
    for (ssize_t count; (count = read(STDIN_FILENO, keys, sizeof keys)) > 0;) {
        for (ssize_t index = 0; index < count; index++) {
            if (keys[index] == 'U' - '@') put("\r> \033[K", 6);
            if (keys[index] >= ' ') put(&keys[index], 1);
        }
    }
}
