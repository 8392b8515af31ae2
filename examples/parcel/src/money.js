/** Cents as people read them. */
export const inEuros = (cents) => `${(cents / 100).toFixed(2)} EUR`
