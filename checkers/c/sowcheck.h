/* sowcheck: a checker for results of the stones family of sowing games.
 * It follows docs/rules.md and docs/checking.md and shares no code with other programs. */
#pragma once
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* STEP_LIMIT: steps of one round, or of one certificate. */
enum { MAX_HOLES = 16, MAX_STONES = 127, MAX_TABLES = 64, STEP_LIMIT = 1000000000 };
enum { HOLDS_EXIT, FAILS_EXIT, INPUT_EXIT };
enum { EAST, WEST, SENTE = 0, GOTE = 1 };   /* seats; sides. On a ranked board East has sente */
enum { LOWER, ZERO, UPPER };                /* fields of a value */

/* sowcheck.c: errors, limits, files */
_Noreturn void fail(int exit_code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Refuses the input unless the condition holds. */
#define require(condition, ...) do { if (!(condition)) fail(INPUT_EXIT, __VA_ARGS__); } while (0)
void *grab(uint64_t count, uint64_t size);  /* zeroed memory; never more than --memory in all */
void release(void *memory, uint64_t count, uint64_t size);
uint8_t *read_file(const char *path, uint64_t most, uint64_t *size);

/* hash.c: checksums */
typedef struct { uint64_t low, high; } Hash128;
uint64_t number(const uint8_t *p, int bytes);   /* little-endian */
uint64_t xxh3_64(const uint8_t *data, size_t size);
Hash128 xxh3_128(const uint8_t *data, size_t size);
void sha256(const uint8_t *data, size_t size, uint8_t digest[32]);

/* game.c: the rules in use, boards, sowing. Holes are counted from 0, from West's end. */
typedef struct { int holes; bool reversed, both_out_ends, forfeits, exchanged; char name[128]; } Rules;
typedef struct { uint8_t stones[MAX_HOLES]; } Board;
typedef struct { Board board; uint8_t hand[2], place[2]; int8_t direction[2]; } Sowing;
typedef enum { GOES_ON, ENDLESS, QUIET, CAPTURE } Ending;
/* A whole round, East in sente. `gain` is what East captures less what West captures; the stones left
 * are on the board. It is rotated after a capture, so that East has sente again. */
typedef struct { Ending ending; int gain, stones; Board board; } Round;
extern Rules rules;
uint64_t layer_size(int stones), rank_of(const Board *board);   /* boards of a layer; UINT64_MAX: too many */
Board board_of(uint64_t rank, int stones), rotated(const Board *board);
int full_holes(const Board *board, int holes[MAX_HOLES]), rest_for(const Board *board, int stones, int side, bool captured);
bool finished(const Board *board), disputed(const Sowing *sowing);
void set_rules(const char *name), begin(const Board *board, int east, int west, Sowing *sowing), advance(Sowing *sowing, int steps);
Ending settle(Sowing *sowing, int *east_gain);
void play_round(const Board *board, int stones, int east, int west, Round *round);

/* claims.c: tables, and claims about values */
/* A claim: on this board, the side gains at least `gain` more stones than the other side. */
typedef struct { uint64_t rank; int16_t stones, side, gain, expanded; } Claim;
typedef struct { Claim *item; uint64_t count, room; } List;
typedef bool Test(const Claim *need, List *list);
extern int table_count;                     /* tables hold fewer stones than this */
extern uint64_t note_count;                 /* values derived so far */
Hash128 load_table(const char *directory, int stones);
uint64_t check_layer(int stones);           /* checks a whole table; returns its positions */
void keep_notes(int stones), note(const List *list), derive_layer(int stones);
void accept(const Claim *claim), push(List *list, const Claim *claim);
int known(const Claim *claim);
bool is_known(const Claim *need, List *list), follows(const Claim *claim, Test *easy, Test *hard, List *list);
bool serves(const Claim *claim, const Board *board, int move, int reply, Test *easy, Test *hard, List *list);

/* proof.c, certificate.c */
void check_proof(const char *path, const char *directory, int from), check_certificate(const char *path);
