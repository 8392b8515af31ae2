/** Owns the list of what a run works on side by side: at most one flight per subject. */

interface Flying<Flight> {
  readonly flights: readonly Flight[]
}

export const flightsBy = <Flight>(subjectOf: (flight: Flight) => string) => ({
  flightOf: ({ flights }: Flying<Flight>, subject: string): Flight | undefined =>
    flights.find((one) => subjectOf(one) === subject),

  /** Puts the flight in the place of the one with its subject. */
  withFlight: <State extends Flying<Flight>>(state: State, flight: Flight): State => ({
    ...state,
    flights: state.flights.map((one) => (subjectOf(one) === subjectOf(flight) ? flight : one)),
  }),

  withoutFlight: <State extends Flying<Flight>>(state: State, flight: Flight): State => ({
    ...state,
    flights: state.flights.filter((one) => subjectOf(one) !== subjectOf(flight)),
  }),
})
