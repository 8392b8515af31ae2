/** Test support: the files of an installation of a provider's SDK, whole, so that a test can leave out or break one. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import type { SdkPackage } from '../runner/installed-sdk.ts'

const programs: Readonly<Record<string, string>> = {
  claude: `@anthropic-ai/claude-agent-sdk-${platform}-${arch}/claude`,
  codex: `@openai/codex-${platform}-${arch}/vendor/target/bin/codex`,
}

export const programOf = ({ provider }: SdkPackage): string => programs[provider] ?? ''

/** By their paths below `node_modules`. */
export const wholeInstallation = (sdk: SdkPackage): Readonly<Record<string, string>> => ({
  [`${sdk.name}/package.json`]: JSON.stringify({ version: '9.9.9', main: 'sdk.mjs' }),
  [`${sdk.name}/sdk.mjs`]: `export class ${sdk.exported} {}`,
  [programOf(sdk)]: '',
})

export function installFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'node_modules', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
