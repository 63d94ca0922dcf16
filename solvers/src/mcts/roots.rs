//! The root of the logarithm of a number of visits, looked up.

/// Bits of the mantissa that tell the logarithm.
const MANTISSA_BITS: u32 = 4;
/// Steps from a root of a logarithm to the next between a number and its double.
const STEPS: usize = 1 << MANTISSA_BITS;

/// Roots of natural logarithms of the numbers from 1 on, [`STEPS`] to each doubling.
static ROOTS: [f32; 32 * STEPS] = roots();

/// The root of the natural logarithm of a number of visits, to within 0.05 from below, rising, the
/// same on every machine; 0 for none.
#[inline]
pub(super) fn root_ln(visits: u32) -> f32 {
    let bits = (visits.max(1) as f32).to_bits() - 1f32.to_bits();
    let step = bits >> (f32::MANTISSA_DIGITS - 1 - MANTISSA_BITS);
    ROOTS[step as usize % ROOTS.len()]
}

const fn roots() -> [f32; 32 * STEPS] {
    let mut roots = [0.0; 32 * STEPS];
    let mut step = 0;
    while step < roots.len() {
        let mantissa = (step % STEPS) as f64 / STEPS as f64;
        let ln = ((step / STEPS) as f64 + log2(1.0 + mantissa)) * std::f64::consts::LN_2;
        roots[step] = square_root(ln) as f32;
        step += 1;
    }
    roots
}

/// The logarithm to the base 2 of a number from 1 to below 2, a bit at a time by squaring.
const fn log2(mut number: f64) -> f64 {
    let (mut log, mut bit) = (0.0, 0.5);
    while bit > 1e-12 {
        number *= number;
        if number >= 2.0 {
            number /= 2.0;
            log += bit;
        }
        bit /= 2.0;
    }
    log
}

/// By Newton's method.
const fn square_root(number: f64) -> f64 {
    if number == 0.0 {
        return 0.0;
    }
    let mut root = number + 0.25;
    let mut rounds = 0;
    while rounds < 40 {
        root = (root + number / root) / 2.0;
        rounds += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roots_of_logarithms_are_near() {
        assert_eq!((root_ln(0), root_ln(1)), (0.0, 0.0));
        let mut before = 0.0;
        for visits in (2..100_000).chain([1 << 30, 1 << 31]) {
            let (exact, root) = (f64::from(visits).ln().sqrt(), root_ln(visits));
            let error = exact - f64::from(root);
            assert!((-1e-6..0.05).contains(&error), "{visits}: {error}");
            assert!(root >= before);
            before = root;
        }
    }
}
