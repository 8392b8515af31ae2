/** The departures of the day, as lines of a page. */
export const departures = (ferries) => ferries.map(({ at, ferry, to }) => `${at} ${ferry} to ${to}`)
