/* Certificates of rounds that never end and of repetitions: JSON, play, checksum. */
#include "sowcheck.h"

/* The fields in the order of the checksum. Those of an object follow it. */
enum { FORMAT, VERSION, GAME, RULES, HOLES, SEEDS, CAPTURES, BOTH_OUT, MIXED_OUT, START, PLAY, POSITION, CLAIM, KIND, ROUND,
       FIRST_STEP, PERIOD, ROUNDS, DISPUTED, SHA256, FIELDS, TOP };
enum { STRING, NUMBER, STRINGS, OBJECT };
static const struct { const char *name; int parent, type; } field[FIELDS] = {
    {"format", TOP, STRING}, {"version", TOP, NUMBER}, {"game", TOP, STRING}, {"rules", TOP, OBJECT}, {"holes", RULES, NUMBER},
    {"seeds", RULES, NUMBER}, {"capture", RULES, STRING}, {"both-out", RULES, STRING}, {"mixed-out", RULES, STRING},
    {"start", TOP, STRING}, {"play", TOP, STRINGS}, {"position", TOP, STRING}, {"claim", TOP, OBJECT}, {"kind", CLAIM, STRING},
    {"round", CLAIM, STRING}, {"first_step", CLAIM, NUMBER}, {"period", CLAIM, NUMBER}, {"rounds", CLAIM, STRINGS},
    {"disputed", TOP, NUMBER}, {"sha256", TOP, STRING}};
/* What the file holds: strings and numbers as text. Several strings lie behind each other, each with a zero byte at
 * its end. `text` is null if the field is not there. `number` is the number, or counts the strings. */
static struct { const char *text; uint64_t number; } value[FIELDS];
static const uint8_t *at, *end;   /* the rest of the file */
static char *pool;                /* room for the decoded strings */

/* ---- JSON ---- */
static bool at_end(void) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at == end;
}
static bool take(int c) { return !at_end() && *at == c ? at++, true : false; }
static void expect(int c) { require(take(c), "JSON: '%c' expected", c); }

/* A string. Those of a valid certificate consist of printable ASCII characters without quotes and backslashes,
 * so that only escapes with a code can occur. */
static const char *take_string(void) {
    const char *start = pool;
    for (expect('"'); at < end && *at != '"'; at++) {
        int c = *at;
        if (c == '\\') {
            char hex[5] = "";
            if (end - at > 6 && at[1] == 'u') memcpy(hex, at + 2, 4);
            c = strspn(hex, "0123456789abcdefABCDEF") == 4 ? (int)strtol(hex, NULL, 16) : 0, at += 5;
        }
        require(c >= 32 && c < 127, "JSON: a string with a character that no field allows");
        *pool++ = (char)c;
    }
    expect('"');
    return *pool++ = 0, start;
}

static uint64_t take_number(void) {
    const char *start = pool;
    for (at_end(); at < end && *at >= '0' && *at <= '9'; at++) *pool++ = (char)*at;
    require(pool > start && pool < start + 19 && (*start > '0' || pool == start + 1), "JSON: not a whole number of 1 to 18 digits");
    return *pool++ = 0, strtoull(start, NULL, 10);
}

static void take_object(int parent) {
    expect('{');
    do {
        int f = 0;
        for (const char *name = take_string(); f < FIELDS && (field[f].parent != parent || strcmp(name, field[f].name));) f++;
        require(f < FIELDS && !value[f].text, "a field that is unknown or given twice");
        value[f].text = pool;
        expect(':');
        if (field[f].type == OBJECT) take_object(f);
        else if (field[f].type == NUMBER) value[f].number = take_number();
        else if (field[f].type == STRING) take_string();
        else if (expect('['), !take(']')) {
            do take_string(), value[f].number++; while (take(','));
            expect(']');
        }
    } while (take(','));
    expect('}');
}

/* Writes the fields of an object as compact JSON, with an empty checksum. */
static char *write_object(char *out, int parent) {
    *out++ = '{';
    for (int f = 0; f < FIELDS; f++) {
        if (field[f].parent != parent || !value[f].text) continue;
        out += sprintf(out, "%s\"%s\":", out[-1] == '{' ? "" : ",", field[f].name);
        const char *text = value[f].text, *comma = "";
        if (field[f].type == OBJECT) out = write_object(out, f);
        else if (field[f].type != STRINGS) out += sprintf(out, field[f].type == NUMBER ? "%s" : "\"%s\"", f == SHA256 ? "" : text);
        else {
            *out++ = '[';
            for (uint64_t i = 0; i < value[f].number; i++, text += strlen(text) + 1, comma = ",") out += sprintf(out, "%s\"%s\"", comma, text);
            *out++ = ']';
        }
    }
    return *out = '}', out + 1;
}

static void check_checksum(uint64_t file_size) {
    uint64_t room = file_size + 1024;     /* compact JSON is no longer than the file */
    char *text = grab(room, 1), hex[65];
    uint8_t digest[32];
    sha256((uint8_t *)text, (size_t)(write_object(text, TOP) - text), digest);
    release(text, room, 1);
    for (int i = 0; i < 32; i++) sprintf(hex + 2 * i, "%02x", digest[i]);
    require(!strcmp(hex, value[SHA256].text), "a wrong checksum");
}

/* ---- positions and play ---- */
typedef struct { Board board; int sente; unsigned cup[2]; bool pie; unsigned long long round; } Position;
static uint64_t steps_taken, disputed_steps;

/* Tells if a position is written like this. */
static bool is_written(const Position *p, const char *text) {
    char right[256], *out = right;
    for (int i = 0; i < rules.holes; i++) out += sprintf(out, "%s%d", i ? "," : "", p->board.stones[i]);
    sprintf(out, " %c %u %u %s %llu", "EW"[p->sente], p->cup[EAST], p->cup[WEST], p->pie ? "pie" : "-", p->round);
    return !strcmp(text, right);
}

static Position read_position(const char *text, uint64_t stones) {
    Position p = {0};
    const char *rest = text;
    char sente = 0, phase[4] = "";
    for (int i = 0, size = 0; i < rules.holes; i++, rest += size, size = 0) {
        unsigned n = 0;
        require(sscanf(rest, i ? ",%3u%n" : "%3u%n", &n, &size) == 1 && n <= stones, "not a position: %.100s", text);
        p.board.stones[i] = (uint8_t)n, stones -= n;
    }
    int found = sscanf(rest, " %c %3u %3u %3s %18llu", &sente, &p.cup[EAST], &p.cup[WEST], phase, &p.round);
    p.sente = sente == 'E' ? EAST : WEST, p.pie = !strcmp(phase, "pie");
    require(found == 5 && p.round >= 1 && (!p.pie || p.round <= 2) && p.cup[EAST] + p.cup[WEST] == stones && is_written(&p, text),
            "not a position: %.100s", text);
    return p;
}

static void begin_round(const Position *p, const char *text, Sowing *sowing) {
    char right[32];
    unsigned hole[2] = {0, 0}, holes = (unsigned)rules.holes;
    sscanf(text, "%*c%2u%*c%2u", &hole[p->sente], &hole[!p->sente]);
    sprintf(right, "%c%u%c%u", "EW"[p->sente], hole[p->sente], "WE"[p->sente], hole[!p->sente]);
    bool inside = hole[EAST] >= 1 && hole[EAST] <= holes && hole[WEST] >= 1 && hole[WEST] <= holes;
    require(!p->pie && !strcmp(text, right) && inside && hole[EAST] != hole[WEST] && p->board.stones[hole[EAST] - 1] >= 2
            && p->board.stones[hole[WEST] - 1] >= 2, "cannot be played: %.100s", text);
    begin(&p->board, (int)hole[EAST] - 1, (int)hole[WEST] - 1, sowing);
}

static Ending step(Sowing *sowing, int *east_gain) {
    require(steps_taken++ < STEP_LIMIT, "more than %d steps", STEP_LIMIT);
    advance(sowing, 1);
    disputed_steps += disputed(sowing);
    return settle(sowing, east_gain);
}

/* Plays a round or a pie decision. */
static void play(Position *p, const char *text) {
    Sowing sowing;
    int gain;
    if (p->pie && !strcmp(text, "turn")) {
        *p = (Position){rotated(&p->board), !p->sente, {p->cup[WEST], p->cup[EAST]}, false, 2};
    } else if (p->pie && !strcmp(text, "stay")) {
        *p = (Position){p->board, p->sente, {p->cup[EAST], p->cup[WEST]}, false, 2};
    } else {
        begin_round(p, text, &sowing);
        while (step(&sowing, &gain) == GOES_ON) continue;
        bool pie = p->round == 1 && !p->cup[EAST] && !p->cup[WEST];
        *p = (Position){sowing.board, gain ? !p->sente : p->sente, {p->cup[EAST], p->cup[WEST]}, pie, p->round + 1};
        p->cup[gain > 0 ? EAST : WEST] += (unsigned)abs(gain);
    }
}

/* ---- claims ---- */
static bool same(const Sowing *a, const Sowing *b) { return !memcmp(a, b, sizeof *a); }

static void check_endless_round(const Position *position) {
    uint64_t first = value[FIRST_STEP].number, period = value[PERIOD].number, last = first + period;
    Sowing now, anchor, before;
    int gain;
    begin_round(position, value[ROUND].text, &now);
    require(period >= 1 && last <= STEP_LIMIT, "no period, or more than %d steps", STEP_LIMIT);
    anchor = before = now;
    for (uint64_t t = 0; t <= last; t++) {
        require(t <= first || same(&now, &anchor) == (t == last), "the state recurs earlier or not at all");
        require(t + 1 != last || !first || !same(&now, &before), "first_step is not the least");
        if (t + 1 == first) before = now;
        if (t == first) anchor = now;
        require(t == last || step(&now, &gain) == GOES_ON, "the round ends");
    }
}

static void check_repetition(Position position) {
    const Board start = position.board;
    const char *text = value[ROUNDS].text;
    require(value[ROUNDS].number > 0 && !position.pie, "no rounds, or an open pie decision");
    for (uint64_t left = value[ROUNDS].number; left-- > 0; text += strlen(text) + 1) {
        play(&position, text);
        bool back = !memcmp(&position.board, &start, sizeof start);
        require(!position.pie && back == !left, "a pie decision opens, or the board comes back earlier or not at all");
    }
}

void check_certificate(const char *path) {
    char name[256];
    uint64_t size;
    uint8_t *file = read_file(path, 16 << 20, &size);
    char *strings = pool = grab(size + 1, 1);
    memset(value, 0, sizeof value);
    at = size >= 3 && !memcmp(file, "\xEF\xBB\xBF", 3) ? file + 3 : file, end = file + size;
    take_object(TOP);
    require(at_end(), "JSON: more than one object");
    bool endless = value[KIND].text && !strcmp(value[KIND].text, "endless-round");
    for (int f = 0; f < FIELDS; f++) {
        bool wanted = f == ROUNDS ? !endless : f == ROUND || f == FIRST_STEP || f == PERIOD ? endless : true;
        require(f == GAME || !value[f].text != wanted, "field '%s' is missing, or must not be there", field[f].name);
    }
    require(!strcmp(value[FORMAT].text, "sowlab-certificate") && value[VERSION].number == (value[GAME].text ? 2 : 1)
            && (!value[GAME].text || !strcmp(value[GAME].text, "stones")) && (endless || !strcmp(value[KIND].text, "repetition")),
            "unknown format, version, game or kind");
    snprintf(name, sizeof name, "stones:holes=%" PRIu64 ",capture=%s,both-out=%s,mixed-out=%s", value[HOLES].number,
             value[CAPTURES].text, value[BOTH_OUT].text, value[MIXED_OUT].text);
    set_rules(name);
    uint64_t stones = value[SEEDS].number * value[HOLES].number;
    require(!rules.exchanged && value[SEEDS].number <= 127 && stones >= 1 && stones <= 255, "unknown rules");
    steps_taken = disputed_steps = 0;
    Position position = read_position(value[START].text, stones);
    const char *text = value[PLAY].text;
    for (uint64_t i = 0; i < value[PLAY].number; i++, text += strlen(text) + 1) play(&position, text);
    require(is_written(&position, value[POSITION].text), "the play leads to another position");
    endless ? check_endless_round(&position) : check_repetition(position);
    require(disputed_steps == value[DISPUTED].number, "%" PRIu64 " steps are disputed", disputed_steps);
    check_checksum(size);
    printf("holds: %s: %s, %" PRIu64 " %s\n", path, endless ? "a round that never ends" : "a repetition",
           value[endless ? PERIOD : ROUNDS].number, endless ? "steps a period" : "rounds");
    release(strings, size + 1, 1), release(file, size, 1);
}
