/** Owns what a workflow says in Korean. */

import type { PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  empty: (subject) => `${subject}은(는) 비어 있을 수 없습니다.`,
  unc: (subject) => `UNC 경로는 허용되지 않습니다: ${subject}`,
  absolute: (subject) => `${subject}은(는) 상대 경로여야 합니다.`,
  'dot-dot': (subject) => `${subject}에는 '..'이 들어갈 수 없습니다.`,
  control: (subject) => `${subject}에는 제어 문자나 보이지 않는 문자가 들어갈 수 없습니다.`,
  'look-alike': (subject) => `${subject}에는 점, 슬래시, 콜론과 닮은 문자가 들어갈 수 없습니다.`,
  'too-long': (subject) => `${subject}이(가) 너무 깁니다.`,
  device: (subject) => `${subject}에는 장치 이름이 들어갈 수 없습니다.`,
  git: (subject) => `${subject}은(는) .git/ 밖에 있어야 합니다.`,
  reserved: (subject) => `${subject}이(가) 예약된 디렉터리 이름으로 시작합니다.`,
  docs: (subject) => `docs/ 아래의 ${subject}은(는) docs/harness/...여야 합니다`,
  'own-folder': (subject) => `${subject}은(는) .harness/, docs/harness/, memory/ 밖에 있어야 합니다.`,
  scope: (subject) => `${subject}은(는) 범위 밖에 있습니다.`,
  link: (subject) => `${subject}이(가) 링크를 통해 저장소 밖으로 나갑니다.`,
  slug: (subject) => `${subject}이(가) 작업의 폴더로 끝나지 않습니다.`,
}

export const korean: WorkflowTexts = {
  gates: {
    mode: {
      header: '모드',
      question: '워크플로 모드를 선택하세요:',
      choices: {
        standard: {
          label: 'standard (권장)',
          leadsTo: '전문가 2명이 분석하고 종합합니다. 토큰 약 1.5배. 균형 잡힌 깊이',
        },
        single: { label: 'single', leadsTo: '에이전트 1개. 빠르고 토큰을 절약합니다. 간단한 작업에 적합' },
        multi: { label: 'multi', leadsTo: '전문가 3명과 교차 비평. 토큰 약 2~2.5배. 가장 깊은 분석' },
      },
    },
    model: {
      header: '모델',
      question: '하위 에이전트의 모델 구성을 선택하세요:',
      again: (given) =>
        `"${given}"은(는) 모델 구성이 아닙니다. opus, sonnet, haiku를 사용하여 executor:<model>,advisor:<model>,evaluator:<model> 형식으로 입력하세요:`,
      choices: {
        default: { label: 'default', leadsTo: '상위 모델을 그대로 사용합니다' },
        'all-opus': { label: 'all-opus', leadsTo: '모든 하위 에이전트가 Opus를 사용합니다 (최고 품질)' },
        balanced: {
          label: 'balanced (권장)',
          leadsTo: '실행은 Sonnet, 자문과 평가는 Opus (비용 효율적)',
        },
        economy: { label: 'economy', leadsTo: '실행은 Haiku, 자문과 평가는 Sonnet (최대 절약)' },
        other: {
          label: '기타',
          leadsTo: '직접 입력: executor:<model>,advisor:<model>,evaluator:<model>',
        },
      },
    },
    conventions: {
      header: '규칙 스캔',
      question:
        '내용이 충분한 CLAUDE.md가 없습니다. 코드베이스를 스캔하여 프로젝트 규칙(DB, API, 파일 구조, 테스트 패턴)을 자동으로 찾을까요? 기존 패턴에 맞는 계획을 세우는 데 도움이 됩니다.',
      choices: {
        scan: { label: '스캔', leadsTo: '규칙 스캐너를 실행합니다 (에이전트 호출 1회)' },
        skip: { label: '건너뛰기', leadsTo: '규칙 데이터 없이 진행합니다' },
      },
    },
    scanMissing: {
      header: '규칙 스캔 실패',
      question: '규칙 스캔이 끝났지만 출력 파일이 없습니다. 다시 시도할까요, 건너뛸까요?',
      choices: {
        retry: { label: '다시 시도', leadsTo: '스캐너를 다시 실행합니다' },
        skip: { label: '건너뛰기', leadsTo: '규칙 없이 진행합니다' },
      },
    },
    spec: {
      header: '명세',
      question: '위의 명세를 검토하세요. 구현에는 많은 토큰이 듭니다. 진행하려면 확인하세요.',
      choices: {
        proceed: { label: '진행', leadsTo: '명세대로 구현을 시작합니다' },
        modify: { label: '수정', leadsTo: '명세를 편집한 뒤 다시 확인합니다' },
        stop: { label: '중지', leadsTo: '워크플로를 멈춥니다' },
      },
    },
    verify: {
      header: '검증',
      question: (attempts, summary) => `기계적 검증이 ${attempts}번 시도한 뒤에도 실패했습니다. ${summary}`,
      choices: {
        'auto-fix': {
          label: '자동 수정 제안',
          leadsTo: 'AI(Opus)가 실패를 분석하고 최소한의 diff를 제안합니다 (1회만)',
        },
        continue: { label: '평가로 계속', leadsTo: '남은 검증 문제를 건너뛰고 QA로 진행합니다' },
        stop: { label: '중지', leadsTo: '직접 처리하도록 멈춥니다. verify_report.md를 확인하세요' },
      },
    },
    autofix: {
      header: '자동 수정',
      question: (confidence) => `수정 제안이 만들어졌습니다 (신뢰도: ${confidence}). 패치를 적용할까요?`,
      low: '⚠ 신뢰도 낮음 — 적용하기 전에 diff를 꼼꼼히 확인하세요.',
      choices: {
        apply: {
          label: '패치 적용',
          leadsTo: '제안된 diff를 적용하고 1계층 검증을 다시 실행합니다 (재시도 횟수는 그대로)',
        },
        reject: {
          label: '거부',
          leadsTo: '제안을 버리고 이전 게이트로 돌아갑니다 (자동 수정은 더 이상 선택할 수 없음)',
        },
        stop: { label: '중지', leadsTo: '직접 처리하도록 멈춥니다' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) => `2계층 구조 검증이 ${retries}번 재시도한 뒤에도 실패했습니다. ${items}`,
      choices: {
        fix: { label: '수정', leadsTo: '다음 라운드를 실행합니다' },
        accept: { label: '그대로 수락', leadsTo: '수정하지 않고 끝냅니다' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `QA 결과: FAIL (3계층). ${summary}`,
      unlayered: (summary) => `QA 결과: FAIL. ${summary}`,
      choices: {
        fix: { label: '수정', leadsTo: '다음 라운드에서 FAIL 항목을 수정합니다' },
        accept: { label: '그대로 수락', leadsTo: '수정하지 않고 끝냅니다' },
      },
    },
    commit: {
      header: '커밋',
      question: '구현이 완료되었습니다. 마무리 방법을 선택하세요:',
      accepted: '실패한 항목을 그대로 수락했습니다. 마무리 방법을 선택하세요:',
      failed: '작업이 실패했습니다. QA를 통과하지 못했습니다. 마무리 방법을 선택하세요:',
      choices: {
        code: { label: '코드만 커밋 (권장)', leadsTo: '산출물을 정리하고 코드 변경만 커밋합니다' },
        all: { label: '모두 커밋', leadsTo: '산출물을 포함하여 모두 커밋합니다' },
        none: {
          label: '커밋하지 않음',
          leadsTo: '.harness/만 정리하고 변경은 작업 트리에 남깁니다',
        },
      },
    },
    session: {
      header: '세션',
      question: (status) => `이전 세션이 있습니다. ${status} 재개할까요, 다시 시작할까요, 중지할까요?`,
      resume: (phase) => `"${phase}"부터 계속합니다`,
      choices: {
        resume: { label: '재개', leadsTo: '세션이 멈춘 곳부터 계속합니다' },
        restart: { label: '다시 시작', leadsTo: '.harness/를 삭제하고 처음부터 시작합니다' },
        stop: { label: '중지', leadsTo: '.harness/를 삭제하고 멈춥니다' },
      },
    },
    conflict: {
      header: '세션 충돌',
      question: (skill) => `/${skill} 세션이 있습니다. 삭제하고 /workflow를 시작할까요?`,
      choices: {
        delete: { label: '삭제하고 시작', leadsTo: '.harness/를 삭제하고 /workflow를 진행합니다' },
        cancel: { label: '취소', leadsTo: '기존 세션을 유지하고 멈춥니다' },
      },
    },
    earlier: {
      header: '세션 (v1)',
      question: (status) => `이전 세션(v1)이 있습니다. ${status} 버전 2로 계속할까요, 포기할까요?`,
      choices: {
        continue: { label: '계속', leadsTo: '버전 2로 같은 단계에서 계속합니다' },
        abandon: { label: '포기', leadsTo: '.harness/를 삭제하고 멈춥니다' },
      },
    },
  },
  phases: {
    plan_ready: '계획 — 준비됨',
    planning: '계획 — 진행 중',
    plan_done: '계획 — 완료',
    generate_ready: '생성 — 준비됨',
    generating: '생성 — 진행 중',
    generate_done: '생성 — 완료',
    verify_ready: '검증 — 준비됨',
    verifying: '검증 — 검사 실행 중',
    verify_done: '검증 — 완료',
    evaluate_ready: '평가 — 준비됨',
    evaluating: '평가 — 진행 중',
    evaluate_done: '평가 — 완료',
    completed: '완료됨',
  },
  labels: {
    task: '작업',
    directory: '디렉터리',
    branch: '브랜치',
    mode: '모드',
    model: '모델',
    verifier: '검증 모델',
    style: '방식',
    phase: '단계',
    round: '라운드',
    language: '언어',
    test: '테스트',
    build: '빌드',
    lint: '린트',
    typeCheck: '타입 검사',
    scope: '범위',
    output: '출력',
    result: '결과',
  },
  none: '없음',
  noLimit: '(제한 없음)',
  lines: {
    started: '작업을 시작했습니다!',
    phase: (name) =>
      ({
        plan: '단계: 계획',
        generate: '단계: 생성',
        verify: '단계: 검증 (1계층 — 기계적)',
        evaluate: '단계: 평가 (2+3계층)',
      })[name],
    complete: (name) =>
      ({
        plan: '계획이 완료되었습니다.',
        generate: '생성이 완료되었습니다.',
        verify: '검증(1계층)이 완료되었습니다.',
        evaluate: '평가가 완료되었습니다.',
      })[name],
    planWritten: (line) => `✓ 계획: ${line}`,
    reviewWritten: (line) => `✓ 검토: ${line}`,
    codeWritten: (line) => `✓ 코드: ${line}`,
    conventionsRich: '규칙: CLAUDE.md를 찾았습니다 (내용 충분). .harness/conventions.md로 복사했습니다',
    conventionsTaken: (from) => `규칙: ${from}에서 가져왔습니다`,
    conventionsSkipped: '규칙: 건너뛰었습니다.',
    conventionsScanned: '규칙: 스캔하여 .harness/conventions.md에 저장했습니다',
    proposals: (count) => `✓ 제안 ${count}개를 만들었습니다`,
    critiques: (count) => `✓ 교차 비평 ${count}개를 마쳤습니다`,
    reviews: (count) => `✓ 검토: 자문 ${count}명이 마쳤습니다`,
    unparsedLine: '⚠ 한 줄 반환값을 해석하지 못했습니다 — 신뢰도 Unknown으로 처리합니다',
    strayed: (role, files) => `⚠ ${role}이(가) 맡지 않은 파일을 변경하여 되돌렸습니다: ${files}`,
    unseenQuotes: (quotes) => `⚠ QA 보고서가 확인된 어떤 출력에도 없는 내용을 인용합니다: ${quotes}`,
    noQuotes: '⚠ QA 보고서에 인용된 증거가 없습니다.',
    verifyRetry: (attempt, most, summary) =>
      `검증 (1계층) FAIL — 생성을 다시 실행합니다 (${attempt}/${most}번째)\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `검증 (1계층) FAIL — 최대 재시도 횟수에 도달했습니다 (${most}/${most})\n최근 오류: ${summary}\n참고: ${report}`,
    pathExcluded: (path) => `⚠ 경로 검사 실패: ${path} — 제안자의 입력에서 제외했습니다`,
    noPaths: '⚠ 유효한 파일 경로가 없습니다 — 제안자의 입력은 비어 있게 됩니다',
    autofixModel: (model) => `ℹ 자동 수정 모델: ${model}`,
    emptyPatch: '⚠ 패치 파일이 비어 있거나 diff 블록이 없습니다 — 적용을 건너뛰었습니다',
    applying: (paths) => `패치를 적용하는 중: ${paths}`,
    pathFailed: (path, why) => `✗ diff 경로 검사 실패: ${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ 패치를 읽을 수 없습니다: ${detail}`,
    applyFailed: '⚠ 적용 실패 — 적용 전 상태로 되돌렸습니다.',
    autofixRejected: '자동 수정 제안이 거부되었습니다.',
    autofixVerified: '✓ 자동 수정이 확인되었습니다: 1계층을 통과합니다.',
    autofixStopped: '✗ 자동 수정을 적용했지만 1계층이 여전히 실패합니다.',
    layer2Retry: (attempt, most, summary) =>
      `평가 FAIL (2계층) — 생성을 다시 실행합니다 (${attempt}/${most}번째)\n${summary}`,
    layer2Maxed: (most, items) =>
      `평가 FAIL (2계층) — 최대 재시도 횟수에 도달했습니다 (${most}/${most})\n실패한 항목: ${items}`,
    qaPass: '✓ QA PASS — 작업이 완료되었습니다.',
    maxRounds: (report) => `최대 라운드에 도달했습니다. 남은 문제는 ${report}에 있습니다.`,
    modelFallback: (given) => `⚠ "${given}"은(는) 모델 구성이 아닙니다. balanced를 사용합니다.`,
    verifierCost: (model) =>
      `⚠ 검증 모델이 ${model}(으)로 설정되었습니다 — 기계적 검증에는 비용이 높습니다. 보통 haiku로 충분합니다.`,
    noModelFor: (grade, provider) =>
      `⚠ ${provider}의 ${grade}에 설정된 모델이 없어 기본 모델을 사용합니다. workflow.models.${provider}.${grade}를 설정하세요.`,
    otherLanguage: (language) => `ℹ "${language}" 텍스트가 아직 없습니다. 영어를 사용합니다.`,
    stageFailed: (file, reason) =>
      `⚠ ${file}을(를) 스테이징하지 못했습니다: ${reason}. 명세 산출물이 git 기록에 남지 않을 수 있습니다.`,
    deleting: (path) => `삭제하는 중: ${path}`,
    keptInPlace: (docs) => `산출물은 ${docs}에 있습니다`,
    specEdited: 'spec.md가 변경되었습니다. 다시 검토하세요.',
    specMissing: (path) => `⚠ ${path}이(가) 없습니다. 계획을 다시 세웁니다.`,
    cleanUpRefused: (path, why) => `✗ 정리를 중단했습니다. 아무것도 삭제하지 않았습니다: ${path} (${why})`,
    docsPathRefused: (path) => `⚠ 복구된 docs_path가 검사를 통과하지 못했습니다: ${path}`,
  },
  ends: {
    passed: '✓ 작업 완료: QA를 통과했습니다.',
    accepted: '⚠ 실패한 QA 항목을 그대로 수락하고 작업을 끝냈습니다.',
    failed: (rounds) => `✗ 작업 실패: ${rounds}라운드 뒤에도 QA를 통과하지 못했습니다.`,
    stoppedAtSpec: '워크플로가 명세에서 멈췄습니다. 코드는 작성되지 않았습니다.',
    stoppedAtVerify: (report) => `직접 처리하도록 워크플로를 멈췄습니다. ${report}을(를) 확인하세요`,
    paused: (phase) => `세션이 일시 중지되었습니다: ${phase}. 여기서 끝내고 나중에 재개할 수 있습니다.`,
    nextStep: (command) => `다음 단계: ${command}`,
    switchTo: (branch) => `브랜치로 전환: git switch ${branch}`,
    mergeIt: (branch) => `브랜치 병합: git merge ${branch}`,
    committed: (branch) => `커밋은 브랜치 ${branch}에 있습니다. 보기: git show ${branch}`,
    merged: (branch) => `✓ ${branch}을(를) 병합했습니다`,
    notCommitted: (place) => `커밋하지 않았습니다. 변경은 ${place}에 있습니다`,
    noArtifact: (role, path) => `✗ ${role}이(가) ${path}을(를) 작성하지 않고 끝났습니다`,
    unseenQuotes: (role) => `✗ ${role}이(가) 본 적 없는 내용을 인용하여 변경을 통과시켰습니다`,
    noSession: '이 디렉터리에는 세션이 없습니다.',
    kept: (task) => `세션은 원래의 작업과 옵션을 유지합니다: ${task}`,
  },
  refusals: {
    emptyTask: '작업이 비어 있습니다. 무엇을 할지 적어 주세요.',
    runPlanFirst: '먼저 plan을 실행하세요',
    runGenerateFirst: '먼저 generate를 실행하세요',
    runVerifyFirst: '먼저 verify를 실행하세요',
    verifierModel: '--verifier-model 값이 올바르지 않습니다. 허용되는 값: haiku, sonnet, opus.',
    stateUnreadable: (file) => `${file}을(를) 세션으로 읽을 수 없습니다. 고치거나 삭제하세요.`,
    uncPath: 'UNC 경로는 허용되지 않습니다.',
    noTask: (command) => `${command}은(는) 작업을 받지 않습니다. 세션을 이어서 진행합니다.`,
    mergeInPlace:
      '--merge는 작업 사본을 병합하고 --in-place는 작업 사본 없이 진행합니다. 둘 중 하나만 지정하세요.',
    modelConfig: (given) =>
      `--model-config 값이 ${given}입니다. 프리셋이거나 executor:<grade>,advisor:<grade>,evaluator:<grade>(opus, sonnet 또는 haiku)여야 합니다.`,
    notOneOf: (flag, given, known) => `${flag} 값이 ${given}입니다. 다음 중 하나여야 합니다: ${known}.`,
    wholeNumber: (flag, given, most) => `${flag} 값이 ${given}입니다. 1부터 ${most}까지의 정수여야 합니다.`,
    emptyOption: (flag) => `${flag} 값이 비어 있습니다. 값을 적거나 생략하세요.`,
    specOutside: (path, root) => `--spec이 가리키는 ${path}은(는) ${root} 안의 파일이 아닙니다.`,
  },
  troubles: {
    twoWords: {
      said: (other) => `작업은 셸에서 한 단어여야 합니다. 옆에 ${other}이(가) 있습니다.`,
      next: (command) => `따옴표로 묶으세요: ${command}`,
    },
    specMissing: {
      said: (path) => `--spec: ${path}이(가) 없거나 비어 있습니다.`,
      next: '저장소 안의 명세를 지정하거나 새로 만드세요: harness spec "idea"',
    },
    branchExists: {
      said: (branch) => `harness가 만들지 않은 브랜치 ${branch}이(가) 이미 있습니다.`,
      next: (command) => `이름을 바꾸거나 삭제하세요. 예: ${command}; 그다음: harness resume`,
    },
    noCommits: {
      said: '실행을 시작할 때 커밋이 없었으므로 커밋을 쌓을 기반이 없습니다.',
      next: '변경 사항을 직접 커밋하세요: git add -A && git commit',
    },
    branchMoved: {
      said: (branch, wanted, actual) =>
        `브랜치 ${branch}은(는) ${wanted}에 있어야 하지만 ${actual}에 있습니다.`,
      next: (command) => `거기에 추가된 것을 저장한 다음 되돌리세요: ${command}`,
      nowhere: '커밋 없음',
    },
    laneTaken: {
      said: (lane, used, branch) =>
        `작업 사본 ${lane}은(는) ${branch}이(가) 아니라 브랜치 ${used}에 사용 중입니다.`,
      next: '먼저 그 작업 사본을 닫은 다음 실행하세요: harness resume',
    },
  },
  details: {
    notInside: '저장소 안의 경로가 아닙니다',
    throughLink: '링크를 거칩니다',
    patchThroughLink: (files) => `링크를 거칩니다: ${files}.`,
    patchEmpty: '패치가 아무것도 바꾸지 않습니다.',
    patchLinks: (files) => `패치가 링크나 서브모듈을 만들거나 바꾸거나 삭제합니다: ${files}.`,
    patchTaken: (files) => `패치가 사람이나 harness의 것인 ${files}을(를) 바꿉니다.`,
    noName: '마지막 부분이 이름이 아닙니다',
    reservedName: (name) => `${name}은(는) 예약된 이름입니다`,
    notBelow: '다른 폴더 아래에 있지 않습니다',
    ownFolder: 'harness의 폴더 안에 있습니다',
    notIn: (folder) => `${folder} 안에 있지 않습니다`,
    recordsThere: '실행 기록이 거기에 있습니다',
    secret: '비밀 정보가 들어 있습니다',
    mixed: (files) =>
      `실행을 시작할 때 ${files}에 커밋하지 않은 사용자의 변경이 있었습니다. 실행의 변경과 구별할 수 없어 커밋에 함께 들어 있습니다`,
    stayed: (branch) =>
      `다른 변경이 있었거나 이동되었기 때문에 체크아웃은 원래 브랜치에 그대로 있습니다. 커밋은 ${branch}에 있습니다`,
  },
  paths,
}
