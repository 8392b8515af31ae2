/** Finds a browser that the machine has: none is downloaded. Starts nothing. */
import { isAbsolute } from 'node:path'
import { platform } from 'node:process'
import { findProgram, isProgram } from '@harness/agent-runner/runner/program-path'

type Environment = Readonly<Record<string, string | undefined>>

/** A path, or a name to be looked for on the PATH. */
const override = 'HARNESS_BROWSER'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
]

/** Where installers put browsers that no PATH leads to. */
const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

export type FoundBrowser =
  | { readonly path: string }
  | { readonly path: null; readonly why: string; readonly next: string }

export function findBrowser(environment: Environment): FoundBrowser {
  const wanted = environment[override] ?? ''
  if (wanted !== '') {
    const found = isAbsolute(wanted) ? only(wanted) : onPath(wanted, environment)
    return found === null
      ? { path: null, why: `${override} names ${wanted}, which is no program here.`, next: howToInstall }
      : { path: found }
  }
  for (const name of names) {
    const found = onPath(name, environment)
    if (found !== null) return { path: found }
  }
  const found = (places[platform] ?? []).find(isProgram)
  return found === undefined
    ? { path: null, why: 'There is no browser on this machine.', next: howToInstall }
    : { path: found }
}

/** What a person does about it; ends where the command to go on can follow. */
const howToInstall = `Install Chromium or Chrome (apt install chromium, brew install --cask chromium), or set ${override} to the program of one`

const only = (path: string): string | null => (isProgram(path) ? path : null)

const onPath = (name: string, environment: Environment): string | null =>
  findProgram(platform === 'win32' ? `${name}.exe` : name, environment)
