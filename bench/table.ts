/** Owns how rows are shown to people. */
import { type Goal, isMet, type Row, ratioOf } from './row.ts'

const heads = ['row', 'measured', 'floor', 'ratio', 'goal', 'met']

export function tableOf(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)))
  const [head = '', ...rest] = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const remarks = rows.flatMap(({ row, remark }) => (remark === '' ? [] : [`${row}: ${remark}`]))
  return [head, '-'.repeat(head.length), ...rest, '', ...remarks].join('\n')
}

function cellsOf(row: Row): readonly string[] {
  const ratio = ratioOf(row)
  return [
    row.row,
    amount(row.measured, row.unit),
    row.floor === null ? '-' : `${amount(row.floor.value, row.unit)} ${row.floor.what}`,
    ratio === null ? '-' : amount(ratio, '×'),
    goalText(row.goal, row.unit),
    row.goal === null ? '-' : isMet(row) ? 'yes' : 'NO',
  ]
}

const goalText = (goal: Goal | null, unit: Row['unit']): string =>
  goal === null ? '-' : `≤ ${goal.atMost} ${goal.type === 'ratio' ? '×' : unit}`

/** Three digits that count. */
const amount = (value: number, unit: Row['unit']): string =>
  `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ${unit}`
