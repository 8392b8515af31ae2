/** Owns what a workflow says in English: the texts of its source, and the model of every other language. */

import { englishPaths, type PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  ...englishPaths,
  unc: (subject) => `UNC paths are not allowed: ${subject}`,
}

export const english: WorkflowTexts = {
  gates: {
    mode: {
      header: 'Mode',
      question: 'Select workflow mode:',
      choices: {
        standard: {
          label: 'standard (Recommended)',
          leadsTo: '2 specialists analyze + synthesize. ~1.5x tokens. Balanced depth',
        },
        single: { label: 'single', leadsTo: '1 agent. Fast, token-saving. Best for simple tasks' },
        multi: {
          label: 'multi',
          leadsTo: '3 specialists + cross-critique. ~2-2.5x tokens. Deepest analysis',
        },
      },
    },
    model: {
      header: 'Model',
      question: 'Select model configuration for sub-agents:',
      again: (given) =>
        `"${given}" is not a model configuration. Write executor:<model>,advisor:<model>,evaluator:<model> with opus, sonnet or haiku:`,
      choices: {
        default: { label: 'default', leadsTo: 'Inherit parent model, no changes' },
        'all-opus': { label: 'all-opus', leadsTo: 'All sub-agents use Opus (highest quality)' },
        balanced: {
          label: 'balanced (Recommended)',
          leadsTo: 'Sonnet executor + Opus advisor/evaluator (cost-efficient)',
        },
        economy: { label: 'economy', leadsTo: 'Haiku executor + Sonnet advisor/evaluator (max savings)' },
        other: {
          label: 'Other',
          leadsTo: 'Write your own: executor:<model>,advisor:<model>,evaluator:<model>',
        },
      },
    },
    conventions: {
      header: 'Convention Scan',
      question:
        'No rich CLAUDE.md found. Scan codebase to auto-detect project conventions (DB, API, file structure, test patterns)? This helps the Planner align with existing patterns.',
      choices: {
        scan: { label: 'Scan', leadsTo: 'Run convention scanner sub-agent (one agent call)' },
        skip: { label: 'Skip', leadsTo: 'Proceed without convention data' },
      },
    },
    scanMissing: {
      header: 'Convention Scan Failed',
      question: 'Convention scan completed but output file not found. Retry or skip?',
      choices: {
        retry: { label: 'Retry', leadsTo: 'Re-run scanner' },
        skip: { label: 'Skip', leadsTo: 'Proceed without conventions' },
      },
    },
    spec: {
      header: 'Spec',
      question: 'Review the spec above. Implementation consumes significant tokens. Confirm to proceed.',
      choices: {
        proceed: { label: 'Proceed', leadsTo: 'Start implementation as specified' },
        modify: { label: 'Modify', leadsTo: 'Edit the spec, then re-confirm' },
        stop: { label: 'Stop', leadsTo: 'Halt the workflow' },
      },
    },
    verify: {
      header: 'Verify',
      question: (attempts, summary) =>
        `Mechanical verification failed after ${attempts} attempts. ${summary}`,
      choices: {
        'auto-fix': {
          label: 'Auto-fix proposal',
          leadsTo: 'Let AI (Opus) analyze the failure and propose a minimal diff (1 attempt only)',
        },
        continue: {
          label: 'Continue to Evaluator',
          leadsTo: 'Skip remaining verify issues, proceed to QA',
        },
        stop: { label: 'Stop', leadsTo: 'Halt for manual intervention. Review verify_report.md' },
      },
    },
    autofix: {
      header: 'Auto-fix',
      question: (confidence) => `Proposed fix generated (confidence: ${confidence}). Apply the patch?`,
      low: '⚠ Low confidence — review the diff carefully before applying.',
      choices: {
        apply: {
          label: 'Apply patch',
          leadsTo: 'Apply the proposed diff and re-run Layer 1 verification (retry counter unchanged)',
        },
        reject: {
          label: 'Reject',
          leadsTo: 'Discard proposal, return to previous gate (Auto-fix option hidden)',
        },
        stop: { label: 'Stop', leadsTo: 'Halt for manual intervention' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) =>
        `Layer 2 structural verification failed after ${retries} retries. ${items}`,
      choices: {
        fix: { label: 'Fix', leadsTo: 'Run next round' },
        accept: { label: 'Accept as-is', leadsTo: 'Finish without fixing' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `QA result: FAIL (Layer 3). ${summary}`,
      unlayered: (summary) => `QA result: FAIL. ${summary}`,
      choices: {
        fix: { label: 'Fix', leadsTo: 'Run next round to fix FAIL items' },
        accept: { label: 'Accept as-is', leadsTo: 'Finish without fixing' },
      },
    },
    commit: {
      header: 'Commit',
      question: 'Implementation complete. Choose how to finish:',
      accepted: 'Accepted with failed items. Choose how to finish:',
      failed: 'The task failed: QA does not pass. Choose how to finish:',
      choices: {
        code: {
          label: 'Commit code only (Recommended)',
          leadsTo: 'Clean artifacts, commit code changes only',
        },
        all: { label: 'Commit all', leadsTo: 'Commit everything including artifacts' },
        none: { label: 'No commit', leadsTo: 'Clean .harness/ only, keep changes in working tree' },
      },
    },
    session: {
      header: 'Session',
      question: (status) => `Previous session detected. ${status} Resume, restart, or stop?`,
      resume: (phase) => `Continue from ${phase}`,
      choices: {
        resume: { label: 'Resume', leadsTo: 'Continue where the session stopped' },
        restart: { label: 'Restart', leadsTo: 'Delete .harness/ and start fresh' },
        stop: { label: 'Stop', leadsTo: 'Delete .harness/ and halt' },
      },
    },
    conflict: {
      header: 'Session Conflict',
      question: (skill) => `A /${skill} session exists. Delete it and start /workflow?`,
      choices: {
        delete: { label: 'Delete and start', leadsTo: 'Delete .harness/ and proceed with /workflow' },
        cancel: { label: 'Cancel', leadsTo: 'Keep existing session and halt' },
      },
    },
    earlier: {
      header: 'Session (v1)',
      question: (status) =>
        `Previous session detected (v1). ${status} Continue it as version 2, or abandon it?`,
      choices: {
        continue: { label: 'Continue', leadsTo: 'Continue as version 2, at the same phase' },
        abandon: { label: 'Abandon', leadsTo: 'Delete .harness/ and halt' },
      },
    },
  },
  phases: {
    plan_ready: 'Plan — ready',
    planning: 'Plan — in progress',
    plan_done: 'Plan — complete',
    generate_ready: 'Generate — ready',
    generating: 'Generate — in progress',
    generate_done: 'Generate — complete',
    verify_ready: 'Verify — ready',
    verifying: 'Verify — running checks',
    verify_done: 'Verify — complete',
    evaluate_ready: 'Evaluate — ready',
    evaluating: 'Evaluate — in progress',
    evaluate_done: 'Evaluate — complete',
    completed: 'Completed',
  },
  labels: {
    task: 'Task',
    directory: 'Directory',
    branch: 'Branch',
    mode: 'Mode',
    model: 'Model',
    verifier: 'Verifier',
    style: 'Style',
    phase: 'Phase',
    round: 'Round',
    language: 'Language',
    test: 'Test',
    build: 'Build',
    lint: 'Lint',
    typeCheck: 'TypeCheck',
    scope: 'Scope',
    output: 'Output',
    result: 'Result',
  },
  none: 'none',
  noLimit: '(no limit)',
  lines: {
    started: 'Task started!',
    phase: (name) =>
      ({
        plan: 'Phase: Plan',
        generate: 'Phase: Generate',
        verify: 'Phase: Verify (Layer 1 — Mechanical)',
        evaluate: 'Phase: Evaluate (Layer 2+3)',
      })[name],
    complete: (name) =>
      ({
        plan: 'Plan complete.',
        generate: 'Generate complete.',
        verify: 'Verify (Layer 1) complete.',
        evaluate: 'Evaluate complete.',
      })[name],
    planWritten: (line) => `✓ Plan: ${line}`,
    reviewWritten: (line) => `✓ Review: ${line}`,
    codeWritten: (line) => `✓ Code: ${line}`,
    conventionsRich: 'Conventions: CLAUDE.md detected (rich). Copied to .harness/conventions.md',
    conventionsTaken: (from) => `Conventions: taken from ${from}`,
    conventionsSkipped: 'Conventions: skipped.',
    conventionsScanned: 'Conventions: scanned and saved to .harness/conventions.md',
    proposals: (count) => `✓ ${count} proposals generated`,
    critiques: (count) => `✓ ${count} cross-critiques completed`,
    reviews: (count) => `✓ Reviews: ${count} advisors completed`,
    unparsedLine: '⚠ 1-line return parse failed — fallback: confidence Unknown',
    strayed: (role, files) => `⚠ ${role} changed files that are not its own. They were put back: ${files}`,
    unseenQuotes: (quotes) => `⚠ The QA report quotes text that is in no output that was seen: ${quotes}`,
    noQuotes: '⚠ The QA report quotes no evidence.',
    verifyRetry: (attempt, most, summary) =>
      `Verify (Layer 1) FAIL — retrying Generator (attempt ${attempt}/${most})\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `Verify (Layer 1) FAIL — max retries reached (${most}/${most})\nLatest error: ${summary}\nSee: ${report}`,
    pathExcluded: (path) => `⚠ Path validation failed: ${path} — excluded from Proposer input`,
    noPaths: '⚠ No valid file paths found — Proposer input will be empty',
    autofixModel: (model) => `ℹ Auto-fix model: ${model}`,
    emptyPatch: '⚠ Patch file is empty or has no diff block — apply skipped',
    applying: (paths) => `Applying patch to: ${paths}`,
    pathFailed: (path, why) => `✗ Diff path validation failed: ${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ The patch cannot be read: ${detail}`,
    applyFailed: '⚠ Apply failed — reverted to pre-apply state.',
    autofixRejected: 'Auto-fix proposal rejected.',
    autofixVerified: '✓ Auto-fix verified: Layer 1 passes.',
    autofixStopped: '✗ Auto-fix applied, but Layer 1 still fails.',
    layer2Retry: (attempt, most, summary) =>
      `Evaluate FAIL (Layer 2) — retrying Generator (attempt ${attempt}/${most})\n${summary}`,
    layer2Maxed: (most, items) =>
      `Evaluate FAIL (Layer 2) — max retries reached (${most}/${most})\nFailing items: ${items}`,
    qaPass: '✓ QA PASS — task complete.',
    maxRounds: (report) => `Max rounds reached. Remaining issues in ${report}.`,
    modelFallback: (given) => `⚠ "${given}" is not a model configuration. Using balanced.`,
    verifierCost: (model) =>
      `⚠ Verifier set to ${model} — high cost for mechanical verification. haiku is usually sufficient.`,
    noModelFor: (grade, provider) =>
      `⚠ No model of ${provider} is configured for ${grade}, so its default model is used. Set workflow.models.${provider}.${grade}.`,
    otherLanguage: (language) => `ℹ There are no texts in "${language}" yet. English is used.`,
    stageFailed: (file, reason) =>
      `⚠ Failed to stage ${file}: ${reason}. Spec artifact may not be in git history.`,
    deleting: (path) => `Deleting ${path}`,
    keptInPlace: (docs) => `Artifacts are in ${docs}`,
    specEdited: 'spec.md has changed. Review it again.',
    specMissing: (path) => `⚠ ${path} is missing. The plan is made again.`,
    cleanUpRefused: (path, why) => `✗ Cleanup aborted, nothing was deleted: ${path} (${why})`,
    docsPathRefused: (path) => `⚠ Recovered docs_path failed validation: ${path}`,
  },
  ends: {
    passed: '✓ Task complete: QA passed.',
    accepted: '⚠ Task finished with failed QA items, accepted as-is.',
    failed: (rounds) => `✗ Task failed: QA still fails after ${rounds} rounds.`,
    stoppedAtSpec: 'Workflow stopped at the spec. No code was written.',
    stoppedAtVerify: (report) => `Workflow stopped for manual intervention. Review ${report}`,
    paused: (phase) => `Session paused: ${phase}. It can end here and resume later.`,
    nextStep: (command) => `Next step: ${command}`,
    switchTo: (branch) => `Switch to the branch: git switch ${branch}`,
    mergeIt: (branch) => `Merge the branch: git merge ${branch}`,
    committed: (branch) => `The commit is on the branch ${branch}. Show it: git show ${branch}`,
    merged: (branch) => `✓ Merged ${branch}`,
    notCommitted: (place) => `No commit was made. The changes are in ${place}`,
    noArtifact: (role, path) => `✗ ${role} finished without writing ${path}`,
    unseenQuotes: (role) => `✗ ${role} passed the change with quotations of what it never saw`,
    noSession: 'No session in this directory.',
    kept: (task) => `The session keeps its own task and flags: ${task}`,
  },
  refusals: {
    emptyTask: 'The task is empty. Write what should be done.',
    runPlanFirst: 'Run plan first',
    runGenerateFirst: 'Run generate first',
    runVerifyFirst: 'Run verify first',
    verifierModel: 'Invalid --verifier-model value. Allowed: haiku, sonnet, opus.',
    stateUnreadable: (file) => `${file} cannot be read as a session. Repair it or delete it.`,
    uncPath: 'UNC paths are not allowed.',
    noTask: (command) => `${command} takes no task: it continues the session.`,
    mergeInPlace: '--merge merges a lane, and --in-place works without one. Give one of them.',
    modelConfig: (given) =>
      `--model-config is ${given}. It must be a preset, or executor:<grade>,advisor:<grade>,evaluator:<grade> with opus, sonnet or haiku.`,
    notOneOf: (flag, given, known) => `${flag} is ${given}. It must be one of: ${known}.`,
    wholeNumber: (flag, given, most) => `${flag} is ${given}. It must be a whole number from 1 to ${most}.`,
    emptyOption: (flag) => `${flag} is empty. Say what it should be, or leave it out.`,
    specOutside: (path, root) => `--spec names ${path}, which is not a file in ${root}.`,
  },
  troubles: {
    twoWords: {
      said: (other) => `The task must be one word to the shell: ${other} is beside it.`,
      next: (command) => `Quote it: ${command}`,
    },
    specMissing: {
      said: (path) => `--spec: ${path} is missing or empty.`,
      next: 'Name a spec inside the repository, or have one made: harness spec "idea"',
    },
    branchExists: {
      said: (branch) => `There is already a branch ${branch} that the harness did not make.`,
      next: (command) => `Rename or remove it, for example: ${command}; then: harness resume`,
    },
    noCommits: {
      said: 'There was no commit when the run began, so there is nothing to commit on.',
      next: 'Commit the change yourself: git add -A && git commit',
    },
    branchMoved: {
      said: (branch, wanted, actual) => `The branch ${branch} should be at ${wanted}, but is at ${actual}.`,
      next: (command) => `Save what was added there, then put it back: ${command}`,
      nowhere: 'no commit',
    },
    laneTaken: {
      said: (lane, used, branch) => `The lane ${lane} is in use for the branch ${used}, not ${branch}.`,
      next: 'Close that lane first, then: harness resume',
    },
  },
  details: {
    notInside: 'it is not a path inside the repository',
    throughLink: 'it leads through a link',
    patchThroughLink: (files) => `Through a link: ${files}.`,
    patchEmpty: 'The patch changes nothing.',
    patchLinks: (files) => `The patch makes, changes or removes a link or a submodule: ${files}.`,
    patchTaken: (files) => `The patch changes ${files}, which belongs to people or to the harness.`,
    noName: 'its last part is no name',
    reservedName: (name) => `${name} is a reserved name`,
    notBelow: 'it is not below another folder',
    ownFolder: 'it is in the folder of the harness',
    notIn: (folder) => `it is not in ${folder}`,
    recordsThere: 'the records of runs are there',
    secret: 'it holds a secret',
    mixed: (files) =>
      `${files} had uncommitted changes of yours when the run began; they cannot be told from its own, so the commit has them too`,
    stayed: (branch) =>
      `the checkout stays on its branch, because it had other changes or was moved; the commit is on ${branch}`,
  },
  paths,
}
