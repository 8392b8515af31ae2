// dist/departures.json, from the timetable.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { departures } from '../src/departures.js'

mkdirSync('dist', { recursive: true })
const ferries = JSON.parse(readFileSync('src/content/ferries.json', 'utf8'))
writeFileSync('dist/departures.json', JSON.stringify(departures(ferries)))
