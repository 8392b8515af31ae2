/** Owns what the making of a spec says in Japanese. */
import type { SpecTexts } from './texts.ts'

export const japanese: SpecTexts = {
  gates: {
    questions: {
      header: '質問',
      question: (count, round, most) =>
        `仕様についての質問が ${count} 件あります（第 ${round} 回／全 ${most} 回）。`,
      how: '番号で回答してください：1: …; 2: …。回答のないものは [unconfirmed] と記録されます。',
      choices: {
        answer: { label: '回答する', leadsTo: '回答を記録して続ける' },
        enough: {
          label: 'もう十分',
          leadsTo: 'これ以上質問しない。未回答の質問は [unconfirmed] と記録される',
        },
        stop: { label: '中止', leadsTo: 'ここで終了する。何も書き込まない' },
      },
    },
  },
  notes: {
    title: '質問と回答',
    idea: 'アイデア',
    round: (number) => `第 ${number} 回`,
    why: '理由',
    options: '選択肢',
    answer: '回答',
    together: 'すべてへの回答',
    none: '質問はありませんでした。',
  },
  lines: {
    otherLanguage: (language) => `ℹ 「${language}」のテキストはまだありません。英語を使います。`,
    strayed: (role, files) => `⚠ ${role} が担当外のファイルを変更しました。元に戻しました：${files}`,
    unparsedLine: (role) => `⚠ ${role}：先頭行を解析できません。ファイルをそのまま使います`,
    sections: (found, wanted) => `⚠ 下書きの章は ${wanted} のうち ${found} です`,
    countsCorrected: (said, found) =>
      `⚠ 批評者の報告は「${said}」ですが、ファイルは「${found}」です。ファイルを優先します。`,
  },
  ends: {
    written: (folder) => `仕様の下書き、質問と回答、指摘は ${folder} にあります`,
    next: (command) => `下書きを読み、必要なら直してから実行してください：${command}`,
    stopped: '質問の段階で中止しました。何も書き込まれていません。',
    again: (command) => `やり直す：${command}`,
    noDocument: (role, path) => `✗ ${role} は ${path} を書かずに終了しました`,
    noQuestions: (problems) => `✗ 質問を読み取れませんでした：${problems}`,
    taken: (file) => `✗ ${file} は既にあり、この実行のものではありません。何も書き込まれていません。`,
    moveAway: (file, command) =>
      `${file} を移動してから：harness resume。またはこの実行を破棄してやり直す：${command}`,
    nothingWritten: (command) => `何も書き込まれていません。やり直す：${command}`,
  },
  report: {
    title: (idea) => `仕様：${idea}`,
    files: 'ファイル',
    findings: '批評者の指摘',
    open: '未確認の質問 [unconfirmed]',
    warnings: '警告',
  },
  refusals: {
    exclusive: (one, other) => `${one} と ${other} は同時に使えません。`,
    emptyIdea: { said: 'アイデアが空です。', next: (command) => `何が欲しいかを書いてください：${command}` },
    nameFolder: (option) => `リポジトリ内のフォルダーを指定してください。例：docs/harness：${option}`,
    otherIdea: {
      said: (idea) => `ここにある未完了の仕様は別のアイデアについてのものです：${idea}`,
      next: (resume, giveUp) => `アイデアなしで再開する：${resume}。または先に破棄する：${giveUp}`,
    },
  },
}
