/** Owns the list of what a run works on side by side: at most one flight per subject. */

interface Flying<Flight> {
  readonly flights: readonly Flight[]
}

export const flightsBy = <Flight>(subjectOf: (flight: Flight) => string) => ({
  flightOf: ({ flights }: Flying<Flight>, subject: string): Flight | undefined =>
    flights.find((one) => subjectOf(one) === subject),

  /** Puts the flight in the place of the one with its subject, or behind the others. */
  withFlight<State extends Flying<Flight>>(state: State, flight: Flight): State {
    const isSame = (one: Flight): boolean => subjectOf(one) === subjectOf(flight)
    const { flights } = state
    return {
      ...state,
      flights: flights.some(isSame)
        ? flights.map((one) => (isSame(one) ? flight : one))
        : [...flights, flight],
    }
  },

  withoutFlight: <State extends Flying<Flight>>(state: State, flight: Flight): State => ({
    ...state,
    flights: state.flights.filter((one) => subjectOf(one) !== subjectOf(flight)),
  }),
})
