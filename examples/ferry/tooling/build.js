// dist/*.html, from the pages and dist/departures.json.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const lines = JSON.parse(readFileSync('dist/departures.json', 'utf8'))
const next = lines[0] ?? 'No more ferries today'
const rows = lines.map((line) => `<tr><td>${line.split(' ').join('</td><td>')}</td></tr>`)
for (const name of readdirSync('src/pages')) {
  const page = readFileSync(`src/pages/${name}`, 'utf8')
    .replace('{{departures}}', lines.map((line) => `<li>${line}</li>`).join(''))
    .replace('{{next}}', next)
    .replace('{{rows}}', rows.join(''))
  if (page.includes('{{')) throw new Error(`${name}: nobody fills ${/\{\{.*?\}\}/.exec(page)?.[0]}`)
  writeFileSync(`dist/${name}`, page)
}
copyFileSync('src/styles.css', 'dist/styles.css')
