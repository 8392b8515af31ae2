/** Test support: every reason that the rules have for a decision. A story that hears of another one fails. */
export const decisionReasons: Readonly<Record<string, RegExp>> = {
  'worker done': /^The worker of \S+ is done, and nothing else is about to be merged\.$/,
  'merged before': /^\S+ was merged before, and whether it holds is to be seen again\.$/,
  'left open': /^Something is left open about \S+: .+/,
  'failed so often': /^\S+ has failed \d+ times?\.$/,
  'one issue': /^An open issue becomes a fix: \S+\.$/,
  'several issues': /^\d+ open issues become fixes: .+\.$/,
  'open no more': /^What was open about \S+ is decided\.$/,
  'tried again': /^\S+ has failed and may be tried again \(attempt \d+ of \d+\)\.$/,
  'depends on nothing': /^\S+ depends on nothing and a lane is free\.$/,
  'dependencies passed': /^Everything that \S+ depends on has passed, and a lane is free\.$/,
  'asked before it is begun': /^\S+ is about to begin\.$/,
  'asked after the plan': /^The plan is there\.$/,
  'asked after a feature': /^\S+ has passed\.$/,
  'asked before a merge': /^\S+ is about to be merged\.$/,
  'asked again about the plan': /^The plan is there\. A person refused it before: .+/,
  'asked again before it is begun': /^\S+ is about to begin\. A person refused it before: .+/,
  'asked again before a merge': /^\S+ is about to be merged\. A person refused it before: .+/,
  'asked again after a feature': /^\S+ has passed\. A person refused it before: .+/,
  'asked again at the end':
    /^(The one feature has|All \d+ features have) passed\. A person refused it before: .+/,
  'all passed':
    /^(The one feature has|All \d+ features have) passed(,.* not merged yet: .+?)?(; dropped: .+)?\.$/,
  'cap reached': /^The cost cap is reached: .+\.$/,
  'claims nothing': /^The plan does not hold together: \S+ claims nothing\.$/,
  'claims what is not there':
    /^The plan does not hold together: \S+ claims \S+, which the contract does not have\.$/,
  'cannot go on': /^\S+ cannot go on: .+/,
  'tried too often': /^\S+ has had \d+ attempts?, and has not passed\.$/,
  'built on what is not merged': /^What is left is built on what is not merged yet: .+\.$/,
  'smoke test of what is not merged': /^Every feature has passed, but not all are in \S+, which the smoke/,
  'all dropped': /^Every feature was dropped: .+\.$/,
  'built on what was dropped': /^Nothing can go on: \S+ depends on [^;]+, which was dropped[.;]/,
  'depends on what is not there': /^Nothing can go on: \S+ depends on [^;]+, which does not exist[.;]/,
  circle: /^Nothing can go on: \S+ waits for .+\.$/,
  'no feature': /^There is no feature to work on\.$/,
  'claimed by nobody': /^No feature claims .+ of the contract\.$/,
  'smoke test keeps failing': /^Every feature has passed, but the smoke test failed \d+ times\.$/,
}

/** The names of those that it is; more than one would tell two kinds of states apart that are one. */
export const reasonsLike = (reason: string): readonly string[] =>
  Object.entries(decisionReasons).flatMap(([name, text]) => (text.test(reason) ? [name] : []))
