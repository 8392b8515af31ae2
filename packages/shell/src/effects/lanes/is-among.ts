/** Whether a path is one of these places, is inside of one, or is a folder that one is inside of. All are relative to one top. */
export const isAmong = (places: readonly string[], path: string): boolean =>
  places.some(
    (place) => withSlash(path).startsWith(withSlash(place)) || withSlash(place).startsWith(withSlash(path)),
  )

const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)
