export const kept = true
