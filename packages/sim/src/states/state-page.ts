/** Owns a playbook's page of states: what its walks have shown, as a Mermaid diagram and tables. */

/** From one place to another, by an event. */
export interface Move {
  readonly from: string
  readonly by: string
  readonly to: string
}

export interface StatePage {
  readonly title: string
  /** Says what a place in the diagram is. */
  readonly intro: string
  readonly moves: readonly Move[]
  readonly tables: readonly StateTable[]
}

export interface StateTable {
  readonly title: string
  readonly intro: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Where walks begin and end. */
export const outside = '[*]'

export const printPage = ({ title, intro, moves, tables }: StatePage): string =>
  [
    `# ${title}`,
    '<!-- Made by `npm run states` from the deciders themselves; `npm run check` fails if they differ. -->',
    intro,
    ['```mermaid', ...diagramOf(moves), '```'].join('\n'),
    ...tables.map(printTable),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')

function diagramOf(moves: readonly Move[]): readonly string[] {
  const places = orderOf(moves)
  const arrows = new Map<string, readonly string[]>()
  const byPlace = [...moves].sort(
    (a, b) =>
      places.indexOf(a.from) - places.indexOf(b.from) ||
      places.indexOf(a.to) - places.indexOf(b.to) ||
      compared(a.by, b.by),
  )
  for (const { from, by, to } of byPlace) {
    if (from === to) continue
    const arrow = `${nameOf(from)} --> ${nameOf(to)}`
    arrows.set(arrow, [...new Set([...(arrows.get(arrow) ?? []), by])])
  }
  return [
    'stateDiagram-v2',
    ...places
      .filter((place) => nameOf(place) !== place)
      .map((place) => `  state "${place}" as ${nameOf(place)}`),
    ...[...arrows].map(
      ([arrow, labels]) => `  ${arrow}${labels.join('') === '' ? '' : `: ${labels.join(', ')}`}`,
    ),
  ]
}

/** As a run comes to them: nearest to the beginning first. */
function orderOf(moves: readonly Move[]): readonly string[] {
  const order = [outside]
  for (const place of order) {
    const next = moves.filter(({ from }) => from === place).map(({ to }) => to)
    order.push(...[...new Set(next)].filter((one) => !order.includes(one)).sort(compared))
  }
  return order
}

/** Mermaid takes no space or hyphen in a name. */
const nameOf = (place: string): string => (place === outside ? place : place.replace(/[^A-Za-z0-9]+/g, '_'))

function printTable({ title, intro, columns, rows }: StateTable): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const sorted = [...rows].sort((a, b) => compared(a.join(), b.join()))
  return [
    `## ${title}`,
    intro,
    '',
    row(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...sorted.map(row),
  ].join('\n')
}

/** The same on every machine, whatever its language. */
export const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
