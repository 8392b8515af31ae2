// Every page has one title and one heading, and none has what PRODUCT.md rules out.
import { readdirSync, readFileSync } from 'node:fs'

const count = (text, pattern) => (text.match(pattern) ?? []).length
const problems = readdirSync('src/pages').flatMap((name) => {
  const page = readFileSync(`src/pages/${name}`, 'utf8')
  return [
    ...(count(page, /<title>[^<]+<\/title>/g) === 1 ? [] : [`${name}: one title is needed`]),
    ...(count(page, /<h1[ >]/g) === 1 ? [] : [`${name}: one h1 is needed`]),
    ...(/carousel|<script/i.test(page) ? [`${name}: PRODUCT.md rules out carousels and scripts`] : []),
  ]
})
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
