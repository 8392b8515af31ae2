export const minuteMs = 60_000
