/** Knows by their names the files that decide what checks show: tests, what tests stand on, and settings of tools. */
import { isMixedManifest } from './mixed-manifests.ts'
import { isToolSettings } from './tool-settings.ts'

const code = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|swift|scala|php|exs?|c|cc|cpp|m|sh|bats|dart|lua)$/
const testName =
  /[._-](?:test|spec|e2e)\.[a-z]+$|(?:^|\/)(?:test_[^/]+|[^/]+_(?:test|spec))\.[a-z]+$|Tests?\.(?:java|kt|cs|swift|scala)$/
const testFolder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//
/** What tests stand on, and no tests themselves. */
const support =
  /(?:^|\/)(?:fixtures?|__fixtures__|snapshots?|__snapshots__|helpers?|support|test-support|data|mocks?|__mocks__|utils?)\//

export const isCodeName = (path: string): boolean => code.test(path)

export const isTest = (path: string): boolean =>
  code.test(path) && (testName.test(path) || (testFolder.test(path) && !support.test(path)))

/** What tests stand on wherever it is: data, recorded output, stand-ins and helpers. */
const supportAnywhere =
  /(?:^|\/)(?:__)?(?:fixtures?|snapshots?|mocks?|testdata|test-support|test-?(?:utils?|helpers?)|testing)(?:__)?\/|\.snap$|(?:^|\/)(?:test[-_.]?(?:utils?|helpers?|support|setup)|(?:setup|assert)[-_.]?tests?|(?:jest|vitest|mocha)[-_.]setup)\.[a-z]+$/i

/** Recorded output, beside whatever it belongs to. */
const recorded =
  /(?:^|\/)(?:goldens?|golden[-_]?files|expected|baselines?|cassettes)\/|[-._]snapshots?\/|\.(?:approved|verified|expected|golden|baseline)(?:\.\w+)?$|\.ambr$/i

export const isTestSupport = (path: string): boolean =>
  !isTest(path) &&
  (testFolder.test(path) || supportAnywhere.test(path) || (recorded.test(path) && !isCodeName(path)))

export const isManifest = (path: string): boolean => /(^|\/)package\.json$/.test(path)

/** Programs that a check may find before those of the machine. */
const installed = /(^|\/)node_modules\//

/** Whether a change of the file may change which tests run. */
export const bearsOnTests = (path: string): boolean =>
  isTest(path) || isManifest(path) || isToolSettings(path) || isMixedManifest(path) || installed.test(path)
