/** A line of a receipt, as the till writes it: `2 x coffee 3.50`. */
export const linePattern = /^(\d+) x (.+) (\d+\.\d{2})$/
