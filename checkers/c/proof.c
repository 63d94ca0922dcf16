/* Complete proofs: reading the file, checking the claims and the margins of the opening. */
#include "sowcheck.h"

static Board opening;
static int opening_stones, stated[4];        /* stated: lo, hi without the pie rule; lo, hi with it */
static uint64_t groups, claims, missing_claims;

/* ---- groups ---- */
static List needs;

/* A test: a claim that is missing, but follows itself from what is known. */
static bool is_missing(const Claim *need, List *list) {
    return need->stones >= table_count && follows(need, is_known, NULL, &needs) && (push(list, need), true);
}

/* Tells if a claim follows from what is known, and notes what it takes from tables. */
static bool is_noted(const Claim *claim) { return follows(claim, is_known, NULL, &needs) && (note(&needs), true); }

static void check_group(const List *group) {
    static List open, found, missing;
    open.count = missing.count = 0;
    groups++;
    for (const Claim *c = group->item; c < group->item + group->count; c++) {
        if (is_noted(c)) continue;
        if (!follows(c, is_known, is_missing, &found))
            fail(FAILS_EXIT, "group %" PRIu64 ": the claim about rank %" PRIu64 " does not follow", groups, c->rank);
        for (uint64_t i = 0; i < found.count; i++) push(&missing, &found.item[i]);
        push(&open, c);
    }
    for (const Claim *c = missing.item; c < missing.item + missing.count; c++) {
        if (known(c) >= c->gain) continue;
        if (!is_noted(c)) fail(FAILS_EXIT, "group %" PRIu64 ": a missing claim does not follow", groups);
        accept(c), missing_claims++;
    }
    for (const Claim *c = open.item; c < open.item + open.count; c++)
        if (!is_noted(c)) fail(FAILS_EXIT, "group %" PRIu64 ": rank %" PRIu64 " does not follow", groups, c->rank);
    for (const Claim *c = group->item; c < group->item + group->count; c++) accept(c);
    claims += group->count;
}

/* ---- margins of the opening ---- */
/* A bound of a margin is a gain of a side. With the pie rule the first chooser plays the better side after the first
 * round. So this round gives the first chooser a gain if it serves either side, and the other player if it serves both. */
static bool shows_with_pie(int side, const Claim *sente, const Claim *gote, List *used) {
    int holes[MAX_HOLES], count = full_holes(&opening, holes);
    for (int m = 0; m < count; m++) {
        bool good = side == SENTE;
        for (int r = 0; good == (side == SENTE) && r < count; r++) {
            if (r == m) continue;
            bool one = serves(sente, &opening, holes[m], holes[r], is_known, NULL, used);
            bool other = serves(gote, &opening, holes[m], holes[r], is_known, NULL, used);
            good = side == SENTE ? one || other : one && other;
        }
        if (good == (side == SENTE)) return good;
    }
    return side == GOTE;
}

static void check_margins(void) {
    static List used;
    for (int i = 0; i < 4; i++) {
        int16_t side = i % 2, gain = (int16_t)(side == SENTE ? stated[i] : -stated[i]);
        Claim sente = {rank_of(&opening), (int16_t)opening_stones, SENTE, gain, 0}, gote = sente;
        gote.side = GOTE;
        bool pie = i >= 2 && !finished(&opening);
        if (!(pie ? shows_with_pie(side, &sente, &gote, &used) : is_known(side == SENTE ? &sente : &gote, &used)))
            fail(FAILS_EXIT, "the claims do not show the margin %d %s the pie rule", stated[i], i < 2 ? "without" : "with");
    }
    note(&used);
}

/* ---- the file ---- */
static struct { ZSTD_DCtx *context; ZSTD_inBuffer in; uint8_t out[1 << 16]; size_t at, end; bool over; } payload;

/* The next byte of the payload, or -1 after its last. */
static int next_byte(void) {
    while (payload.at == payload.end) {
        if (payload.over) return -1;
        ZSTD_outBuffer out = {payload.out, sizeof payload.out, 0};
        size_t before = payload.in.pos, result = ZSTD_decompressStream(payload.context, &out, &payload.in);
        payload.over = result == 0;
        require(!ZSTD_isError(result) && (payload.over ? payload.in.pos == payload.in.size : out.pos || payload.in.pos > before),
                "the payload is damaged");
        payload.at = 0, payload.end = out.pos;
    }
    return payload.out[payload.at++];
}

static uint64_t next_number(uint64_t most) {
    uint64_t n = 0;
    int byte = 128;
    for (int shift = 0; byte >= 128 && shift < 63; shift += 7) {
        byte = next_byte();
        require(byte >= 0, "the payload ends too early");
        n |= (uint64_t)(byte & 127) << shift;
    }
    require(byte < 128 && n <= most, "a number of the payload is out of range");
    return n;
}

/* A signed number from -127 to 127. */
static int next_signed(void) { int n = (int)next_number(2 * MAX_STONES); return n % 2 ? -(n / 2) - 1 : n / 2; }

static void read_header(const char *directory, int from, bool checking) {
    char name[201] = "";
    uint64_t length = next_number(200);
    for (uint64_t i = 0; i < length; i++) name[i] = (char)next_byte();
    require(strlen(name) == length, "unknown rules");
    set_rules(name);
    int seeds = (int)next_number((uint64_t)(MAX_STONES / rules.holes));
    opening_stones = seeds * rules.holes;
    memset(opening.stones, seeds, (size_t)rules.holes);
    for (int i = 0; i < 4; i++) stated[i] = next_signed();
    table_count = (int)next_number(MAX_TABLES);
    require(layer_size(opening_stones) != UINT64_MAX, "too many boards");
    for (int n = 0; n < table_count; n++) {
        uint64_t half[2] = {0, 0};
        for (int i = 0; i < 16; i++) half[i / 8] = half[i / 8] << 8 | (uint64_t)(next_byte() & 255);
        if (!checking) continue;
        Hash128 sum = load_table(directory, n);
        if (half[0] != sum.high || half[1] != sum.low) fail(FAILS_EXIT, "the proof has another table of %d stones", n);
        if (n >= from) keep_notes(n);
    }
}

static void read_groups(bool checking) {
    static List group;
    for (uint64_t left; (left = next_number(65536));) {
        Claim claim = {.stones = (int16_t)next_number((uint64_t)opening_stones)};
        claim.side = (int16_t)next_number(1), claim.gain = (int16_t)next_signed();
        uint64_t last = layer_size(claim.stones) - 1;
        claim.rank = next_number(last);
        group.count = 0;
        for (push(&group, &claim); --left; push(&group, &claim)) {
            require(claim.rank < last, "a rank is out of range");
            claim.rank += 1 + next_number(last - claim.rank - 1);
        }
        if (checking) check_group(&group);
    }
    require(next_byte() < 0, "the payload goes on after its end");
}

void check_proof(const char *path, const char *directory, int from) {
    uint64_t size;
    uint8_t *file = read_file(path, UINT64_MAX, &size);
    require(size >= 17 && !memcmp(file, "SOWPROOF", 8) && (file[8] == 2 || file[8] == 3)
            && !memcmp(file + 9, "\0\0\0\x28\xB5\x2F\xFD", 7) && file[16] & 4, "no proof of format 2 or 3 with a content checksum");
    require((payload.context = ZSTD_createDCtx()), "no memory for Zstandard");
    /* The first reading finds all damage of the file, the second one checks. */
    for (int checking = 0; checking < 2; checking++) {
        ZSTD_DCtx_reset(payload.context, ZSTD_reset_session_only);
        payload.in = (ZSTD_inBuffer){file + 12, size - 12, 0};
        payload.at = payload.end = payload.over = 0;
        read_header(directory, from, checking);
        read_groups(checking);
    }
    check_margins();
    for (int n = table_count - 1; n >= from; n--) derive_layer(n);
    printf("holds: %s, %d stones: margin %d to %d without the pie rule, ", rules.name, opening_stones, stated[0], stated[1]);
    printf("%d to %d with it; %" PRIu64 " groups, %" PRIu64 " claims, %" PRIu64 " missing, ", stated[2], stated[3], groups, claims, missing_claims);
    printf(from >= table_count ? "tables trusted\n" : "%" PRIu64 " values of tables derived", note_count);
    if (from < table_count) printf(from ? ", tables below %d stones trusted\n" : "\n", from);
}
