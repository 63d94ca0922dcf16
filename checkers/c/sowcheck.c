/* The command: options, limits, files, errors. */
#define _DEFAULT_SOURCE
#include "sowcheck.h"
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t memory_limit, memory_used;   /* bytes */

_Noreturn void fail(int exit_code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs(exit_code == FAILS_EXIT ? "does not hold: " : "bad input: ", stdout);
    vprintf(format, arguments), va_end(arguments);
    exit(puts("") < 0 || fflush(stdout) ? FAILS_EXIT : exit_code);
}

void *grab(uint64_t count, uint64_t size) {
    require(count <= (memory_limit - memory_used) / size, "needs more than %" PRIu64 " bytes of memory", memory_limit);
    void *memory = calloc(count ? count : 1, size);
    require(memory, "no memory for %" PRIu64 " bytes", count * size);
    /* Large pages make reading at random places faster. */
    if (count * size > 1 << 22) madvise((uint8_t *)memory + (-(uintptr_t)memory & 4095), count * size - 4096, MADV_HUGEPAGE);
    return memory_used += count * size, memory;
}

void release(void *memory, uint64_t count, uint64_t size) { free(memory), memory_used -= count * size; }

uint8_t *read_file(const char *path, uint64_t most, uint64_t *size) {
    struct stat status;
    FILE *file = stat(path, &status) || !S_ISREG(status.st_mode) ? NULL : fopen(path, "rb");
    require(file, "%s: cannot be opened, or is not a regular file", path);
    *size = (uint64_t)status.st_size;
    require(*size <= most, "%s: more than %" PRIu64 " bytes", path, most);
    uint8_t *data = grab(*size, 1);
    require(fread(data, 1, *size, file) == *size && fgetc(file) == EOF, "%s: cannot be read", path);
    fclose(file);
    return data;
}

/* A whole number, with K, M or G for powers of 1,024. */
static uint64_t number_of(const char *text) {
    char *rest;
    uint64_t n = strtoull(text, &rest, 10);
    int shift = *rest == 'K' ? 10 : *rest == 'M' ? 20 : *rest == 'G' ? 30 : 0;
    require(*text >= '0' && *text <= '9' && !rest[shift > 0] && n < UINT64_MAX >> shift, "%s: not a number", text);
    return n << shift;
}

static void check_tables(const char *name, const char *directory, int from, uint64_t stones) {
    uint64_t positions = 0;
    set_rules(name);
    require(stones <= MAX_STONES && layer_size((int)stones) != UINT64_MAX, "too many stones");
    require((uint64_t)from <= stones, "--from must be at most --stones");
    for (int n = 0; n <= (int)stones; n++) {
        load_table(directory, n), table_count = n + 1;
        if (n >= from) positions += check_layer(n);
    }
    printf("holds: tables of %s from %d to %" PRIu64 " stones, %" PRIu64 " positions\n", name, from, stones, positions);
}

/* SIZE is in bytes, or with K, M or G in powers of 1,024. The default is three quarters of the memory. `--from`: tables
 * of fewer stones are trusted, since an earlier check derived them. */
static const char usage[] = "usage: sowcheck proof FILE --tables DIR [--from N | --trust-tables] [--memory SIZE]\n       sowcheck certificate FILE...\n"
    "       sowcheck tables \"RULES NAME\" --dir DIR --stones N [--from N] [--memory SIZE]\n";

int main(int count, char **word) {
    const char *directory = NULL, *stones = NULL, *command = count > 1 ? word[1] : "";
    int files = 0, from = 0;
    memory_limit = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 4 * 3;
    for (int i = 2; i < count; i++) {
        bool more = i + 1 < count;
        if (!strcmp(word[i], "--trust-tables")) from = MAX_TABLES;
        else if (more && !strcmp(word[i], "--from")) {
            uint64_t n = number_of(word[++i]);
            require(n <= MAX_TABLES, "--from: at most %d", MAX_TABLES);
            from = (int)n;
        }
        else if (more && (!strcmp(word[i], "--tables") || !strcmp(word[i], "--dir"))) directory = word[++i];
        else if (more && !strcmp(word[i], "--stones")) stones = word[++i];
        else if (more && !strcmp(word[i], "--memory")) memory_limit = number_of(word[++i]);
        else if (!strncmp(word[i], "--", 2)) return fputs(usage, stderr), INPUT_EXIT;
        else word[2 + files++] = word[i];
    }
    if (!strcmp(command, "proof") && files == 1 && directory) check_proof(word[2], directory, from);
    else if (!strcmp(command, "tables") && files == 1 && directory && stones) check_tables(word[2], directory, from, number_of(stones));
    else if (!strcmp(command, "certificate") && files > 0) for (int i = 0; i < files; i++) check_certificate(word[2 + i]);
    else return fputs(usage, stderr), INPUT_EXIT;
    return fflush(stdout) || ferror(stdout) ? FAILS_EXIT : HOLDS_EXIT;
}
