/** Owns what a workflow says in Japanese. */

import type { PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  empty: (subject) => `${subject} を空にはできません。`,
  unc: (subject) => `UNC パスは使えません：${subject}`,
  absolute: (subject) => `${subject} は相対パスでなければなりません。`,
  'dot-dot': (subject) => `${subject} に '..' を含めることはできません。`,
  control: (subject) => `${subject} に制御文字や見えない文字を含めることはできません。`,
  'look-alike': (subject) => `${subject} に点、スラッシュ、コロンに似た文字を含めることはできません。`,
  'too-long': (subject) => `${subject} は長すぎます。`,
  device: (subject) => `${subject} にデバイス名を含めることはできません。`,
  git: (subject) => `${subject} は .git/ の外でなければなりません。`,
  reserved: (subject) => `${subject} は予約されたディレクトリ名で始まっています。`,
  docs: (subject) => `docs/ の下の ${subject} は docs/harness/... でなければなりません`,
  'own-folder': (subject) => `${subject} は .harness/、docs/harness/、memory/ の外でなければなりません。`,
  scope: (subject) => `${subject} は範囲の外にあります。`,
  link: (subject) => `${subject} はリンクを通ってリポジトリの外に出ます。`,
  slug: (subject) => `${subject} はタスクのフォルダーで終わっていません。`,
}

export const japanese: WorkflowTexts = {
  gates: {
    mode: {
      header: 'モード',
      question: 'ワークフローのモードを選択してください：',
      choices: {
        standard: {
          label: 'standard（推奨）',
          leadsTo: '2 人の専門家が分析して統合します。トークンは約 1.5 倍。バランスの取れた深さです',
        },
        single: { label: 'single', leadsTo: 'エージェント 1 つ。高速でトークンを節約。単純なタスク向きです' },
        multi: {
          label: 'multi',
          leadsTo: '3 人の専門家と相互批評。トークンは約 2〜2.5 倍。最も深い分析です',
        },
      },
    },
    model: {
      header: 'モデル',
      question: 'サブエージェントのモデル構成を選択してください：',
      again: (given) =>
        `「${given}」はモデル構成ではありません。opus、sonnet、haiku を使って executor:<model>,advisor:<model>,evaluator:<model> の形で入力してください：`,
      choices: {
        default: { label: 'default', leadsTo: '親のモデルを引き継ぎ、変更しません' },
        'all-opus': { label: 'all-opus', leadsTo: 'すべてのサブエージェントが Opus を使います（最高品質）' },
        balanced: {
          label: 'balanced（推奨）',
          leadsTo: '実行は Sonnet、助言と評価は Opus（費用対効果が高い）',
        },
        economy: { label: 'economy', leadsTo: '実行は Haiku、助言と評価は Sonnet（最大限の節約）' },
        other: {
          label: 'その他',
          leadsTo: '自分で入力します：executor:<model>,advisor:<model>,evaluator:<model>',
        },
      },
    },
    conventions: {
      header: '規約スキャン',
      question:
        '内容の充実した CLAUDE.md が見つかりません。コードベースをスキャンして、プロジェクトの規約（DB、API、ファイル構成、テストの書き方）を自動検出しますか？既存のやり方に沿った計画を立てやすくなります。',
      choices: {
        scan: { label: 'スキャン', leadsTo: '規約スキャナーを実行します（エージェント呼び出し 1 回）' },
        skip: { label: 'スキップ', leadsTo: '規約データなしで進みます' },
      },
    },
    scanMissing: {
      header: '規約スキャンの失敗',
      question:
        '規約スキャンは完了しましたが、出力ファイルが見つかりません。再試行しますか、スキップしますか？',
      choices: {
        retry: { label: '再試行', leadsTo: 'スキャナーをもう一度実行します' },
        skip: { label: 'スキップ', leadsTo: '規約なしで進みます' },
      },
    },
    spec: {
      header: '仕様',
      question:
        '上の仕様を確認してください。実装は多くのトークンを消費します。進める場合は確定してください。',
      choices: {
        proceed: { label: '進む', leadsTo: '仕様どおりに実装を始めます' },
        modify: { label: '修正', leadsTo: '仕様を編集してから、もう一度確認します' },
        stop: { label: '停止', leadsTo: 'ワークフローを中止します' },
      },
    },
    verify: {
      header: '検証',
      question: (attempts, summary) => `機械的な検証が ${attempts} 回の試行後も失敗しました。${summary}`,
      choices: {
        'auto-fix': {
          label: '自動修正の提案',
          leadsTo: 'AI（Opus）が失敗を分析し、最小の差分を提案します（1 回限り）',
        },
        continue: { label: '評価へ進む', leadsTo: '残りの検証の問題を飛ばして QA に進みます' },
        stop: { label: '停止', leadsTo: '手動対応のために中止します。verify_report.md を確認してください' },
      },
    },
    autofix: {
      header: '自動修正',
      question: (confidence) => `修正案ができました（確信度：${confidence}）。パッチを適用しますか？`,
      low: '⚠ 確信度が低い — 適用する前に差分をよく確認してください。',
      choices: {
        apply: {
          label: 'パッチを適用',
          leadsTo: '提案された差分を適用し、レイヤー 1 の検証をやり直します（再試行回数は変わりません）',
        },
        reject: {
          label: '却下',
          leadsTo: '提案を破棄し、前のゲートに戻ります（自動修正は選べなくなります）',
        },
        stop: { label: '停止', leadsTo: '手動対応のために中止します' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) => `レイヤー 2 の構造検証が ${retries} 回の再試行後も失敗しました。${items}`,
      choices: {
        fix: { label: '修正', leadsTo: '次のラウンドを実行します' },
        accept: { label: 'このまま受け入れる', leadsTo: '修正せずに終了します' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `QA の結果：FAIL（レイヤー 3）。${summary}`,
      unlayered: (summary) => `QA の結果：FAIL。${summary}`,
      choices: {
        fix: { label: '修正', leadsTo: '次のラウンドで FAIL の項目を修正します' },
        accept: { label: 'このまま受け入れる', leadsTo: '修正せずに終了します' },
      },
    },
    commit: {
      header: 'コミット',
      question: '実装が完了しました。終了方法を選択してください：',
      accepted: '不合格の項目を残したまま受け入れました。終了方法を選択してください：',
      failed: 'タスクは失敗しました。QA に合格していません。終了方法を選択してください：',
      choices: {
        code: {
          label: 'コードのみコミット（推奨）',
          leadsTo: '成果物を片付け、コードの変更だけをコミットします',
        },
        all: { label: 'すべてコミット', leadsTo: '成果物も含めてすべてコミットします' },
        none: {
          label: 'コミットしない',
          leadsTo: '.harness/ だけを片付け、変更は作業ツリーに残します',
        },
      },
    },
    session: {
      header: 'セッション',
      question: (status) =>
        `以前のセッションが見つかりました。${status} 再開、やり直し、停止のどれにしますか？`,
      resume: (phase) => `「${phase}」から続けます`,
      choices: {
        resume: { label: '再開', leadsTo: 'セッションが止まったところから続けます' },
        restart: { label: 'やり直し', leadsTo: '.harness/ を削除して最初から始めます' },
        stop: { label: '停止', leadsTo: '.harness/ を削除して中止します' },
      },
    },
    conflict: {
      header: 'セッションの競合',
      question: (skill) => `/${skill} のセッションがあります。削除して /workflow を始めますか？`,
      choices: {
        delete: { label: '削除して開始', leadsTo: '.harness/ を削除して /workflow に進みます' },
        cancel: { label: 'キャンセル', leadsTo: '既存のセッションを残して中止します' },
      },
    },
    earlier: {
      header: 'セッション（v1）',
      question: (status) =>
        `以前のセッション（v1）が見つかりました。${status} バージョン 2 として続けますか、破棄しますか？`,
      choices: {
        continue: { label: '続ける', leadsTo: 'バージョン 2 として同じフェーズから続けます' },
        abandon: { label: '破棄', leadsTo: '.harness/ を削除して中止します' },
      },
    },
  },
  phases: {
    plan_ready: '計画 — 準備完了',
    planning: '計画 — 進行中',
    plan_done: '計画 — 完了',
    generate_ready: '生成 — 準備完了',
    generating: '生成 — 進行中',
    generate_done: '生成 — 完了',
    verify_ready: '検証 — 準備完了',
    verifying: '検証 — チェック実行中',
    verify_done: '検証 — 完了',
    evaluate_ready: '評価 — 準備完了',
    evaluating: '評価 — 進行中',
    evaluate_done: '評価 — 完了',
    completed: '完了',
  },
  labels: {
    task: 'タスク',
    directory: 'ディレクトリ',
    branch: 'ブランチ',
    mode: 'モード',
    model: 'モデル',
    verifier: '検証モデル',
    style: 'スタイル',
    phase: 'フェーズ',
    round: 'ラウンド',
    language: '言語',
    test: 'テスト',
    build: 'ビルド',
    lint: 'リント',
    typeCheck: '型チェック',
    scope: '範囲',
    output: '出力先',
    result: '結果',
  },
  none: 'なし',
  noLimit: '（制限なし）',
  lines: {
    started: 'タスクを開始しました！',
    phase: (name) =>
      ({
        plan: 'フェーズ：計画',
        generate: 'フェーズ：生成',
        verify: 'フェーズ：検証（レイヤー 1 — 機械的）',
        evaluate: 'フェーズ：評価（レイヤー 2+3）',
      })[name],
    complete: (name) =>
      ({
        plan: '計画が完了しました。',
        generate: '生成が完了しました。',
        verify: '検証（レイヤー 1）が完了しました。',
        evaluate: '評価が完了しました。',
      })[name],
    planWritten: (line) => `✓ 計画：${line}`,
    reviewWritten: (line) => `✓ レビュー：${line}`,
    codeWritten: (line) => `✓ コード：${line}`,
    conventionsRich: '規約：CLAUDE.md を検出しました（内容充実）。.harness/conventions.md にコピーしました',
    conventionsTaken: (from) => `規約：${from} から取得しました`,
    conventionsSkipped: '規約：スキップしました。',
    conventionsScanned: '規約：スキャンして .harness/conventions.md に保存しました',
    proposals: (count) => `✓ ${count} 件の提案を作成しました`,
    critiques: (count) => `✓ ${count} 件の相互批評が完了しました`,
    reviews: (count) => `✓ レビュー：${count} 人のアドバイザーが完了しました`,
    unparsedLine: '⚠ 1 行の戻り値を解析できません — 確信度 Unknown として扱います',
    strayed: (role, files) => `⚠ ${role} が担当外のファイルを変更したため、元に戻しました：${files}`,
    unseenQuotes: (quotes) => `⚠ QA レポートの引用が、確認されたどの出力にもありません：${quotes}`,
    noQuotes: '⚠ QA レポートに証拠の引用がありません。',
    verifyRetry: (attempt, most, summary) =>
      `検証（レイヤー 1）FAIL — 生成をやり直します（${attempt}/${most} 回目）\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `検証（レイヤー 1）FAIL — 再試行の上限に達しました（${most}/${most}）\n直近のエラー：${summary}\n参照：${report}`,
    pathExcluded: (path) => `⚠ パスの検査に失敗しました：${path} — 提案者の入力から除外しました`,
    noPaths: '⚠ 有効なファイルパスがありません — 提案者の入力は空になります',
    autofixModel: (model) => `ℹ 自動修正のモデル：${model}`,
    emptyPatch: '⚠ パッチファイルが空か、diff ブロックがありません — 適用をスキップしました',
    applying: (paths) => `パッチを適用しています：${paths}`,
    pathFailed: (path, why) => `✗ 差分のパスの検査に失敗しました：${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ パッチを読み取れません：${detail}`,
    applyFailed: '⚠ 適用に失敗しました — 適用前の状態に戻しました。',
    autofixRejected: '自動修正の提案は却下されました。',
    autofixVerified: '✓ 自動修正を検証しました：レイヤー 1 は合格です。',
    autofixStopped: '✗ 自動修正を適用しましたが、レイヤー 1 はまだ失敗しています。',
    layer2Retry: (attempt, most, summary) =>
      `評価 FAIL（レイヤー 2）— 生成をやり直します（${attempt}/${most} 回目）\n${summary}`,
    layer2Maxed: (most, items) =>
      `評価 FAIL（レイヤー 2）— 再試行の上限に達しました（${most}/${most}）\n不合格の項目：${items}`,
    qaPass: '✓ QA PASS — タスクが完了しました。',
    maxRounds: (report) => `ラウンドの上限に達しました。残りの問題は ${report} にあります。`,
    modelFallback: (given) => `⚠ 「${given}」はモデル構成ではありません。balanced を使います。`,
    verifierCost: (model) =>
      `⚠ 検証モデルが ${model} に設定されています — 機械的な検証には高コストです。通常は haiku で十分です。`,
    noModelFor: (grade, provider) =>
      `⚠ ${provider} の ${grade} にモデルが設定されていないため、既定のモデルを使います。workflow.models.${provider}.${grade} を設定してください。`,
    otherLanguage: (language) => `ℹ 「${language}」のテキストはまだありません。英語を使います。`,
    stageFailed: (file, reason) =>
      `⚠ ${file} をステージできません：${reason}。仕様の成果物が git の履歴に残らない可能性があります。`,
    deleting: (path) => `${path} を削除しています`,
    keptInPlace: (docs) => `成果物は ${docs} にあります`,
    specEdited: 'spec.md が変更されました。もう一度確認してください。',
    specMissing: (path) => `⚠ ${path} がありません。計画を作り直します。`,
    cleanUpRefused: (path, why) => `✗ 片付けを中止しました。何も削除していません：${path}（${why}）`,
    docsPathRefused: (path) => `⚠ 復元した docs_path が検査に通りません：${path}`,
  },
  ends: {
    passed: '✓ タスク完了：QA に合格しました。',
    accepted: '⚠ 不合格の QA 項目を残したまま、受け入れてタスクを終了しました。',
    failed: (rounds) => `✗ タスク失敗：${rounds} ラウンド後も QA に合格していません。`,
    stoppedAtSpec: 'ワークフローは仕様の段階で停止しました。コードは書かれていません。',
    stoppedAtVerify: (report) => `手動対応のためにワークフローを停止しました。${report} を確認してください`,
    paused: (phase) => `セッションを一時停止しました：${phase}。ここで終了し、後で再開できます。`,
    nextStep: (command) => `次の手順：${command}`,
    switchTo: (branch) => `ブランチに切り替えるには：git switch ${branch}`,
    mergeIt: (branch) => `ブランチをマージするには：git merge ${branch}`,
    committed: (branch) => `コミットはブランチ ${branch} にあります。表示するには：git show ${branch}`,
    merged: (branch) => `✓ ${branch} をマージしました`,
    notCommitted: (place) => `コミットはしていません。変更は ${place} にあります`,
    noArtifact: (role, path) => `✗ ${role} は ${path} を書かずに終了しました`,
    unseenQuotes: (role) => `✗ ${role} は、見ていない内容を引用して変更を合格としました`,
    noSession: 'このディレクトリにセッションはありません。',
    kept: (task) => `セッションは元のタスクとオプションを維持します: ${task}`,
  },
  refusals: {
    emptyTask: 'タスクが空です。何をするかを書いてください。',
    runPlanFirst: '先に plan を実行してください',
    runGenerateFirst: '先に generate を実行してください',
    runVerifyFirst: '先に verify を実行してください',
    verifierModel: '--verifier-model の値が無効です。使える値：haiku、sonnet、opus。',
    stateUnreadable: (file) => `${file} をセッションとして読み取れません。修復するか削除してください。`,
    uncPath: 'UNC パスは使えません。',
    noTask: (command) => `${command} はタスクを受け取りません。セッションを続けます。`,
    mergeInPlace:
      '--merge は作業コピーをマージしますが、--in-place は作業コピーを使いません。どちらか一方を指定してください。',
    modelConfig: (given) =>
      `--model-config は ${given} です。プリセットか、executor:<grade>,advisor:<grade>,evaluator:<grade>（opus、sonnet、haiku のいずれか）でなければなりません。`,
    notOneOf: (flag, given, known) =>
      `${flag} は ${given} です。次のいずれかでなければなりません：${known}。`,
    wholeNumber: (flag, given, most) =>
      `${flag} は ${given} です。1 から ${most} までの整数でなければなりません。`,
    emptyOption: (flag) => `${flag} が空です。値を書くか、省略してください。`,
    specOutside: (path, root) => `--spec が指す ${path} は ${root} の中のファイルではありません。`,
  },
  troubles: {
    twoWords: {
      said: (other) => `タスクはシェルにとって一語でなければなりません。隣に ${other} があります。`,
      next: (command) => `引用符で囲んでください：${command}`,
    },
    specMissing: {
      said: (path) => `--spec：${path} がないか、空です。`,
      next: 'リポジトリ内の仕様を指定するか、作成してください：harness spec "idea"',
    },
    branchExists: {
      said: (branch) => `harness が作っていないブランチ ${branch} がすでにあります。`,
      next: (command) => `名前を変えるか削除してください。例：${command}。その後：harness resume`,
    },
    noCommits: {
      said: '実行の開始時にコミットがなかったため、コミットの土台がありません。',
      next: '変更を自分でコミットしてください：git add -A && git commit',
    },
    branchMoved: {
      said: (branch, wanted, actual) =>
        `ブランチ ${branch} は ${wanted} にあるはずですが、${actual} にあります。`,
      next: (command) => `そこに加えられたものを保存してから、元に戻してください：${command}`,
      nowhere: 'コミットなし',
    },
    laneTaken: {
      said: (lane, used, branch) =>
        `作業コピー ${lane} は ${branch} ではなく、ブランチ ${used} に使われています。`,
      next: '先にその作業コピーを閉じてから実行してください：harness resume',
    },
  },
  details: {
    notInside: 'リポジトリの中のパスではありません',
    throughLink: 'リンクを通ります',
    patchThroughLink: (files) => `リンクを通ります：${files}。`,
    patchEmpty: 'パッチは何も変更しません。',
    patchLinks: (files) => `パッチはリンクまたはサブモジュールを作成、変更、または削除します：${files}。`,
    patchTaken: (files) => `パッチは ${files} を変更しますが、これは人または harness のものです。`,
    noName: '最後の部分が名前ではありません',
    reservedName: (name) => `${name} は予約された名前です`,
    notBelow: '別のフォルダーの下にありません',
    ownFolder: 'harness のフォルダーの中にあります',
    notIn: (folder) => `${folder} の中にありません`,
    recordsThere: '実行の記録がそこにあります',
    secret: '秘密情報を含んでいます',
    mixed: (files) =>
      `${files} には実行の開始時にあなたの未コミットの変更がありました。実行による変更と区別できないため、コミットに含まれています`,
    stayed: (branch) =>
      `チェックアウトは元のブランチのままです。ほかの変更があったか、移動されたためです。コミットは ${branch} にあります`,
  },
  paths,
}
