/** Test support: phases in every form that specs have them in. */

export interface SpecForm {
  readonly form: string
  readonly section: string
  /** Number, name, complexity and text. */
  readonly phases: readonly (readonly [number, string, string, string])[]
}

const scanAndRules = [
  [1, 'Core scanner', 'low', 'Reads files.'],
  [2, 'Rules', 'medium', ''],
] as const

export const specForms: Readonly<Record<string, SpecForm>> = {
  'strict headings': {
    form: 'strict',
    section:
      '## Implementation Order\n\n### Phase 1: Core scanner\n\n<!-- complexity: low -->\n\nReads files.\n\n### Phase 2: Rules\n',
    phases: scanAndRules,
  },
  'strict headings that hold the comment and count from 0': {
    form: 'strict',
    section:
      '## Implementation Order\n\nTwo sprints.\n\n### Phase 0: Spike <!-- complexity: high -->\n\n#### Goal\n\nLearn.\n\n### Phase 1: Build\n<!-- complexity: low -->\nAll.\n\n### Dependencies\n\n- 0 before 1\n',
    phases: [
      [0, 'Spike', 'high', '#### Goal\n\nLearn.'],
      [1, 'Build', 'low', 'All.'],
    ],
  },
  'headings with a dash': {
    form: 'heading',
    section:
      '## Implementation Order\n\n### Phase 1 — Core scanner (complexity: low)\nReads files.\n### Phase 2 - Rules\n',
    phases: scanAndRules,
  },
  'headings of level 4': {
    form: 'heading',
    section:
      '## 7. Implementation Order\n\n### Order\n\n#### Phase 1. Core scanner\n\n**Complexity:** low\n\n#### Phase 2: Rules\n',
    phases: [
      [1, 'Core scanner', 'low', '**Complexity:** low'],
      [2, 'Rules', 'medium', ''],
    ],
  },
  'headings of the level of the section': {
    form: 'heading',
    section:
      '## Implementation Order\n\n## Phase 1: Core scanner\n<!-- complexity: low -->\n\n### Why\n\nFirst.\n\n## Phase 2: Rules\n',
    phases: [
      [1, 'Core scanner', 'low', '#### Why\n\nFirst.'],
      [2, 'Rules', 'medium', ''],
    ],
  },
  'numbered headings': {
    form: 'heading',
    section:
      '## Implementation Order\n\n### 1. Core scanner <!-- complexity: low -->\n\nReads files.\n\n### 2. Rules\n',
    phases: scanAndRules,
  },
  'steps as headings': {
    form: 'heading',
    section:
      '## Implementation Order\n\n### Step 1: Core scanner [complexity: low]\n\nReads files.\n\n---\n\n### Step 2: Rules\n\n---\n',
    phases: scanAndRules,
  },
  'plain headings': {
    form: 'heading',
    section:
      '## Implementation Order\n\n### Core scanner\n\n<!-- complexity: low -->\n\nReads files.\n\n### Rules\n\n### Notes\n\nNone.\n',
    phases: scanAndRules,
  },
  'odd numbers': {
    form: 'heading',
    section:
      '## Implementation Order\n\n### Phase 1a: Core scanner (low complexity)\n\nReads files.\n\n### Phase 1b: Rules\n',
    phases: scanAndRules,
  },
  'numbered list with bold labels': {
    form: 'numbered',
    section:
      '## Implementation Order\n\n1. **Phase 1 — Core scanner:** Reads files. <!-- complexity: low -->\n2. **Phase 2 — Rules.**\n',
    phases: scanAndRules,
  },
  'numbered list with bold names': {
    form: 'numbered',
    section:
      '## Implementation Order\n\n1. **Core scanner** (complexity: low) — Reads\n   files.\n\n   ```sh\n   # run\n   ```\n\n2. **Rules**\n   - one\n   - two\n',
    phases: [
      [1, 'Core scanner', 'low', 'Reads files.\n\n```sh\n# run\n```'],
      [2, 'Rules', 'medium', '- one\n- two'],
    ],
  },
  'plain numbered list': {
    form: 'numbered',
    section: '## Implementation order\n\n1. Core scanner (complexity: low) — Reads files.\n1. Rules\n',
    phases: scanAndRules,
  },
  'bullets with labels': {
    form: 'bullet',
    section:
      '## Implementation Order\n\n- **Phase 1: Core scanner** — Reads files. <!-- complexity: low -->\n- [ ] **Phase 2:** Rules\n- Later\n',
    phases: scanAndRules,
  },
  'plain bullets': {
    form: 'bullet',
    section: '## Implementation Order\n\n- Core scanner (complexity: low) – Reads files.\n- Rules\n',
    phases: scanAndRules,
  },
  'bold lines': {
    form: 'bold',
    section:
      '## Implementation Order\n\n**Phase 1: Core scanner** (complexity: low)\n\nReads files.\n\n**Phase 2: Rules**\n',
    phases: scanAndRules,
  },
  'lines with labels': {
    form: 'bold',
    section:
      '## Implementation Order\n\nPhase 1: Core scanner — Reads files. <!-- complexity: low -->\nPhase 2: Rules\n',
    phases: scanAndRules,
  },
  'table with numbers': {
    form: 'table',
    section:
      '## Implementation Order\n\n| Phase | Deliverable | Complexity | Needs |\n| --- | --- | :-: | --- |\n| **1** | **Core scanner** — Reads files. | Low | |\n| **2** | Rules | | `a \\| b` |\n\nPhase 2 can wait.\n',
    phases: [
      [1, 'Core scanner', 'low', 'Reads files.'],
      [2, 'Rules', 'medium', '**Needs:** `a | b`'],
    ],
  },
  'table with names': {
    form: 'table',
    section:
      '## Implementation Order\n\n| Phase | Scope |\n|---|---|\n| Phase 1: Core scanner | Reads files. |\n| Phase 2: Rules | |\n',
    phases: [
      [1, 'Core scanner', 'medium', '**Scope:** Reads files.'],
      [2, 'Rules', 'medium', ''],
    ],
  },
  'a near section': {
    form: 'numbered',
    section:
      '## Implementation Plan\n\n1. **Core scanner** Reads files. <!-- complexity: low -->\n2. Rules\n',
    phases: scanAndRules,
  },
}

export const wholeSpec = (section: string): string =>
  `---\ntitle: x\n---\n\n# Scanner\n\n## Success Criteria\n\n1. It **scans**.\n\n${section}\n---\n\n## Risks\n\n### Phase 9: none of these\n`
