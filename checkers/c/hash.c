/* XXH3 with 64 and 128 bits, seed 0 and the default secret, and SHA-256. */
#include "sowcheck.h"

typedef unsigned __int128 u128;
static const uint64_t P32_1 = 0x9E3779B1, P32_2 = 0x85EBCA77, P32_3 = 0xC2B2AE3D,
    P64_1 = 0x9E3779B185EBCA87, P64_2 = 0xC2B2AE3D27D4EB4F, P64_3 = 0x165667B19E3779F9, P64_4 = 0x85EBCA77C2B2AE63,
    P64_5 = 0x27D4EB2F165667C5, MX_1 = 0x165667919E3779F9, MX_2 = 0x9FB21C651E98DF25;

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are read as they lie in memory");
static const uint64_t secret[24] = {
    0xbe4ba423396cfeb8, 0x1cad21f72c81017c, 0xdb979083e96dd4de, 0x1f67b3b7a4a44072, 0x78e5c0cc4ee679cb, 0x2172ffcc7dd05a82,
    0x8e2443f7744608b8, 0x4c263a81e69035e0, 0xcb00c391bb52283c, 0xa32e531b8b65d088, 0x4ef90da297486471, 0xd8acdea946ef1938,
    0x3f349ce33f76faa8, 0x1d4f0bc7c7bbdcf9, 0x3159b4cd4be0518a, 0x647378d9c97e9fc8, 0xc3ebd33483acc5ea, 0xeb6313faffa081c5,
    0x49daf0b751dd0d17, 0x9e68d429265516d3, 0xfca1477d58be162b, 0xce31d07ad1b8f88f, 0x280416958f3acb45, 0x7e404bbbcafbd7af};

uint64_t number(const uint8_t *p, int bytes) { uint64_t n = 0; return memcpy(&n, p, (size_t)bytes), n; }
static uint64_t read32(const uint8_t *p) { return number(p, 4); }
static uint64_t read64(const uint8_t *p) { return number(p, 8); }
static uint64_t word(int at) { return read64((const uint8_t *)secret + at); }
static uint64_t key(int at) { return word(at) ^ word(at + 8); }
static uint64_t high_half(u128 x) { return (uint64_t)(x >> 64); }
static uint64_t fold(uint64_t a, uint64_t b) { return a * b ^ high_half((u128)a * b); }
/* x ^ x >> shift, times a factor. */
static uint64_t turn_over(uint64_t x, int shift, uint64_t factor) { return (x ^ x >> shift) * factor; }
static uint64_t mix_end(uint64_t x) { return turn_over(turn_over(x, 37, MX_1), 32, 1); }
static uint64_t mix_end_old(uint64_t x) { return turn_over(turn_over(turn_over(x, 33, P64_2), 29, P64_3), 32, 1); }
static uint64_t mix(const uint8_t *p, int at) { return fold(read64(p) ^ word(at), read64(p + 8) ^ word(at + 8)); }

/* For inputs of more than 240 bytes: eight sums of stripes of 64 bytes, and their end. */
static void add_stripe(uint64_t sum[8], const uint8_t *p, int at) {
    for (int i = 0; i < 8; i++) {
        uint64_t data = read64(p + 8 * i), mixed = data ^ word(at + 8 * i);
        sum[i ^ 1] += data, sum[i] += (mixed & 0xFFFFFFFF) * (mixed >> 32);
    }
}
static uint64_t merge(const uint64_t sum[8], uint64_t result, int at) {
    for (int i = 0; i < 8; i += 2) result += fold(sum[i] ^ word(at + 8 * i), sum[i + 1] ^ word(at + 8 * i + 8));
    return mix_end(result);
}

uint64_t xxh3_64(const uint8_t *p, size_t size) {
    if (size > 240 || (size >= 1 && size <= 3)) return xxh3_128(p, size).low;
    if (size == 0) return mix_end_old(key(56));
    if (size <= 8) {
        uint64_t x = key(8) ^ (read32(p + size - 4) | read32(p) << 32);
        x = (x ^ (x << 49 | x >> 15) ^ (x << 24 | x >> 40)) * MX_2;
        return turn_over((x ^ ((x >> 35) + size)) * MX_2, 28, 1);
    }
    if (size <= 16) {
        uint64_t low = key(24) ^ read64(p), high = key(40) ^ read64(p + size - 8);
        return mix_end(size + __builtin_bswap64(low) + high + fold(low, high));
    }
    uint64_t sum = size * P64_1;
    if (size <= 128) {
        for (size_t i = 0; i <= (size - 1) / 32; i++) sum += mix(p + 16 * i, (int)i * 32) + mix(p + size - 16 * i - 16, (int)i * 32 + 16);
        return mix_end(sum);
    }
    for (int i = 0; i < 8; i++) sum += mix(p + 16 * i, 16 * i);
    sum = mix_end(sum);
    for (int i = 8; i < (int)(size / 16); i++) sum += mix(p + 16 * i, 16 * (i - 8) + 3);
    return mix_end(sum + mix(p + size - 16, 119));
}

static void mix_two(uint64_t sum[2], const uint8_t *a, const uint8_t *b, int at) {
    sum[0] = (sum[0] + mix(a, at)) ^ (read64(b) + read64(b + 8));
    sum[1] = (sum[1] + mix(b, at + 16)) ^ (read64(a) + read64(a + 8));
}

Hash128 xxh3_128(const uint8_t *p, size_t size) {
    if (size == 0) return (Hash128){mix_end_old(key(64)), mix_end_old(key(80))};
    if (size <= 3) {
        uint32_t x = p[size - 1] | (uint32_t)size << 8 | (uint32_t)p[0] << 16 | (uint32_t)p[size >> 1] << 24;
        uint32_t y = __builtin_bswap32(x);
        uint64_t low = (uint32_t)(word(0) ^ word(4)), high = (uint32_t)(word(8) ^ word(12));
        return (Hash128){mix_end_old(low ^ x), mix_end_old(high ^ (uint32_t)(y << 13 | y >> 19))};
    }
    if (size <= 8) {
        u128 product = (u128)(key(16) ^ (read32(p) | read32(p + size - 4) << 32)) * (P64_1 + (size << 2));
        uint64_t low = (uint64_t)product, high = high_half(product) + (low << 1);
        return (Hash128){turn_over(turn_over(low ^ high >> 3, 35, MX_2), 28, 1), mix_end(high)};
    }
    if (size <= 16) {
        uint64_t last = read64(p + size - 8), other = key(48) ^ last;
        u128 product = (u128)(key(32) ^ read64(p) ^ last) * P64_1;
        uint64_t low = (uint64_t)product + ((uint64_t)(size - 1) << 54);
        uint64_t high = high_half(product) + other + (other & 0xFFFFFFFF) * (P32_2 - 1);
        low ^= __builtin_bswap64(high);
        product = (u128)low * P64_2;
        return (Hash128){mix_end((uint64_t)product), mix_end(high_half(product) + high * P64_2)};
    }
    if (size > 240) {
        uint64_t sum[8] = {P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1};
        for (size_t n = 0; n < (size - 1) / 64; n++) {
            add_stripe(sum, p + 64 * n, (int)(n % 16) * 8);
            for (int i = 0; n % 16 == 15 && i < 8; i++) sum[i] = (sum[i] ^ sum[i] >> 47 ^ word(128 + 8 * i)) * P32_1;
        }
        add_stripe(sum, p + size - 64, 121);
        return (Hash128){merge(sum, size * P64_1, 11), merge(sum, ~(size * P64_2), 117)};
    }
    uint64_t sum[2] = {size * P64_1, 0};
    if (size <= 128) {
        for (int i = (int)((size - 1) / 32); i >= 0; i--) mix_two(sum, p + 16 * i, p + size - 16 * i - 16, 32 * i);
    } else {
        for (int i = 0; i < 4; i++) mix_two(sum, p + 32 * i, p + 32 * i + 16, 32 * i);
        sum[0] = mix_end(sum[0]), sum[1] = mix_end(sum[1]);
        for (int i = 4; i < (int)(size / 32); i++) mix_two(sum, p + 32 * i, p + 32 * i + 16, 32 * (i - 4) + 3);
        mix_two(sum, p + size - 16, p + size - 32, 103);
    }
    return (Hash128){mix_end(sum[0] + sum[1]), 0 - mix_end(sum[0] * P64_1 + sum[1] * P64_4 + size * P64_2)};
}

static const uint32_t constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

void sha256(const uint8_t *data, size_t size, uint8_t digest[32]) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (size_t at = 0; at < size + 9; at += 64) {
        uint32_t w[64] = {0}, v[8];
        for (size_t i = 0; i < 64; i++)
            w[i / 4] |= (uint32_t)(at + i < size ? data[at + i] : at + i == size ? 0x80 : 0) << (24 - 8 * (i % 4));
        if (size + 9 <= at + 64) w[14] = (uint32_t)((uint64_t)size >> 29), w[15] = (uint32_t)size << 3;
        for (int i = 16; i < 64; i++) w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3)
            + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
        memcpy(v, state, sizeof v);
        for (int i = 0; i < 64; i++) {
            uint32_t t = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + constant[i] + w[i];
            uint32_t u = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof v[0]);
            v[4] += t, v[0] = t + u;
        }
        for (int i = 0; i < 8; i++) state[i] += v[i];
    }
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}
