/* Rules of the stones family: names, ranks of boards, sowing one stone at a time. */
#include "sowcheck.h"

Rules rules;
/* term[i][s] = C(s + i - 1, i): what i holes with s stones together add to a rank. It is UINT64_MAX
 * where 64 bits do not suffice. */
static uint64_t term[MAX_HOLES][MAX_STONES + 2];

/* Finds the rules with this name by trying all that there are. */
void set_rules(const char *name) {
    for (int i = 0; i < 16 * (MAX_HOLES - 1); i++) {
        rules = (Rules){.holes = 2 + i / 16, .reversed = i & 1, .both_out_ends = i & 2, .forfeits = i & 4, .exchanged = i & 8};
        snprintf(rules.name, sizeof rules.name, "stones:holes=%d,capture=%s,both-out=%s,mixed-out=%s%s", rules.holes,
                 rules.reversed ? "reversed" : "normal", rules.both_out_ends ? "end" : "relay",
                 rules.forfeits ? "forfeit" : "end", rules.exchanged ? ",rest=exchanged" : "");
        if (strcmp(name, rules.name)) continue;
        for (int s = 0; s <= MAX_STONES + 1; s++) for (int k = 0; k < rules.holes; k++) {
            uint64_t a = s && k ? term[k][s - 1] : 0, b = !k ? 1 : s ? term[k - 1][s] : 0;
            term[k][s] = a > UINT64_MAX - b ? UINT64_MAX : a + b;
        }
        return;
    }
    fail(INPUT_EXIT, "unknown rules");
}

uint64_t layer_size(int stones) { return term[rules.holes - 1][stones + 1]; }

uint64_t rank_of(const Board *board) {
    uint64_t rank = 0;
    for (int i = 1, sum = 0; i < rules.holes; i++) rank += term[i][sum += board->stones[i - 1]];
    return rank;
}

Board board_of(uint64_t rank, int stones) {
    Board board = {0};
    for (int i = rules.holes - 1, sum = stones; i > 0; i--, stones = sum) {
        while (term[i][sum] > rank) sum--;
        rank -= term[i][sum];
        board.stones[i] = (uint8_t)(stones - sum);
    }
    board.stones[0] = (uint8_t)stones;
    return board;
}

Board rotated(const Board *board) {
    Board other = {0};
    for (int i = 0; i < rules.holes; i++) other.stones[i] = board->stones[rules.holes - 1 - i];
    return other;
}

/* Finds the holes with two or more stones, and returns their number. */
int full_holes(const Board *board, int holes[MAX_HOLES]) {
    int count = 0;
    for (int i = 0; i < rules.holes; i++) if (board->stones[i] >= 2) holes[count++] = i;
    return count;
}

bool finished(const Board *board) { return full_holes(board, (int[MAX_HOLES]){0}) < 2; }

/* Margin of a side on a finished board, from the rest. `captured` tells of the last round. */
int rest_for(const Board *board, int stones, int side, bool captured) {
    int winner = captured || full_holes(board, (int[MAX_HOLES]){0}) == 1 ? SENTE : GOTE;
    return (side == winner) == (rules.reversed == rules.exchanged) ? stones : -stones;
}

static void lift(Sowing *sowing, int seat) {
    sowing->hand[seat] = sowing->board.stones[sowing->place[seat]];
    sowing->board.stones[sowing->place[seat]] = 0;
}

void begin(const Board *board, int east, int west, Sowing *sowing) {
    *sowing = (Sowing){.board = *board, .place = {(uint8_t)east, (uint8_t)west},
                       .direction = {east == 0 ? 1 : -1, west == rules.holes - 1 ? -1 : 1}};
    lift(sowing, EAST), lift(sowing, WEST);
}

/* Takes steps. Each hand must hold at least that many stones. */
void advance(Sowing *sowing, int steps) {
    for (int seat = EAST; seat <= WEST; seat++) {
        int place = sowing->place[seat], direction = sowing->direction[seat];
        for (int i = 0; i < steps; i++) {
            sowing->board.stones[place += direction]++;
            if (place == 0 || place == rules.holes - 1) direction = -direction;
        }
        sowing->hand[seat] = (uint8_t)(sowing->hand[seat] - steps);
        sowing->place[seat] = (uint8_t)place, sowing->direction[seat] = (int8_t)direction;
    }
}

/* Both hands have run out over different holes, of which at least one holds two or more. */
bool disputed(const Sowing *s) {
    return !s->hand[EAST] && !s->hand[WEST] && s->place[EAST] != s->place[WEST]
        && (s->board.stones[s->place[EAST]] >= 2 || s->board.stones[s->place[WEST]] >= 2);
}

/* What follows a step: nothing, lift, stop or quiet end. After a lift both hands hold stones, or the round ends
 * and the hand that holds some is captured. */
Ending settle(Sowing *s, int *east_gain) {
    bool full[2] = {s->board.stones[s->place[EAST]] >= 2, s->board.stones[s->place[WEST]] >= 2};
    *east_gain = 0;
    if (!s->hand[EAST] && !s->hand[WEST])
        if (!disputed(s) || (full[EAST] && full[WEST] ? rules.both_out_ends : !rules.forfeits)) return QUIET;
    for (int seat = EAST; seat <= WEST; seat++) if (!s->hand[seat] && full[seat]) lift(s, seat);
    if (s->hand[EAST] && s->hand[WEST]) return GOES_ON;
    int holder = s->hand[EAST] ? EAST : WEST, taker = rules.reversed ? holder : !holder;
    *east_gain = taker == EAST ? s->hand[holder] : -s->hand[holder];
    return CAPTURE;
}

/* Plays a round to its end. It never ends if a state at the start of a lap recurs. From time to time, after
 * ever longer intervals, one state is marked, and the later ones are compared with it. */
void play_round(const Board *board, int stones, int east, int west, Round *round) {
    Sowing now, mark;
    uint64_t next_mark = 32, steps_taken = 0;
    begin(board, east, west, &now);
    for (uint64_t laps = 0;; laps++) {
        int steps = now.hand[EAST] < now.hand[WEST] ? now.hand[EAST] : now.hand[WEST];
        require((steps_taken += (uint64_t)steps) <= STEP_LIMIT, "a round takes more steps than the limit");
        advance(&now, steps);
        if ((round->ending = settle(&now, &round->gain)) != GOES_ON) break;
        if (laps > 32 && !memcmp(&mark, &now, sizeof now)) round->ending = ENDLESS;
        if (round->ending == ENDLESS) return;
        if (laps == next_mark) mark = now, next_mark *= 2;
    }
    round->board = round->ending == CAPTURE ? rotated(&now.board) : now.board;
    round->stones = stones - (round->gain < 0 ? -round->gain : round->gain);
}
