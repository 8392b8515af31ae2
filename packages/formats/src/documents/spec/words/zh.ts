/** Owns what the making of a spec says in Chinese. */
import type { SpecTexts } from './texts.ts'

export const chinese: SpecTexts = {
  gates: {
    questions: {
      header: '问题',
      question: (count, round, most) => `关于规格的 ${count} 个问题（第 ${round} 轮，共 ${most} 轮）。`,
      how: '请按编号回答：1: …; 2: …。未回答的会标记为 [unconfirmed]。',
      choices: {
        answer: { label: '回答', leadsTo: '记录答案并继续' },
        enough: { label: '足够了', leadsTo: '不再提问；未回答的问题标记为 [unconfirmed]' },
        stop: { label: '停止', leadsTo: '到此结束；不写入任何文件' },
      },
    },
  },
  notes: {
    title: '问题与回答',
    idea: '想法',
    round: (number) => `第 ${number} 轮`,
    why: '原因',
    options: '选项',
    answer: '回答',
    together: '对全部问题的回答',
    none: '没有提出问题。',
  },
  lines: {
    otherLanguage: (language) => `ℹ 还没有“${language}”的文本，改用英语。`,
    strayed: (role, files) => `⚠ ${role} 修改了不属于它的文件，已恢复：${files}`,
    unparsedLine: (role) => `⚠ ${role}：无法解析首行——直接采用它的文件`,
    sections: (found, wanted) => `⚠ 草稿有 ${found} 个章节，应有 ${wanted} 个`,
    countsCorrected: (said, found) => `⚠ 评审者报告“${said}”，但文件中是“${found}”，以文件为准。`,
  },
  ends: {
    written: (folder) => `规格草稿、问答和评审结果在 ${folder}`,
    next: (command) => `请阅读并按需修改草稿，然后运行：${command}`,
    stopped: '已在提问阶段停止，没有写入任何文件。',
    again: (command) => `重新开始：${command}`,
    noDocument: (role, path) => `✗ ${role} 结束时没有写入 ${path}`,
    noQuestions: (problems) => `✗ 无法读取提问者的问题：${problems}`,
    taken: (file) => `✗ ${file} 已存在，且不属于本次运行。没有写入任何文件。`,
    moveAway: (file, command) =>
      `请移走 ${file}，然后运行：harness resume；或放弃本次运行并重新开始：${command}`,
    nothingWritten: (command) => `没有写入任何文件。重新开始：${command}`,
  },
  report: {
    title: (idea) => `规格：${idea}`,
    files: '文件',
    findings: '评审结果',
    open: '未确认的问题 [unconfirmed]',
    warnings: '警告',
  },
  refusals: {
    exclusive: (one, other) => `${one} 和 ${other} 不能同时使用。`,
    emptyIdea: { said: '想法为空。', next: (command) => `请写明您想要什么：${command}` },
    nameFolder: (option) => `请指定仓库内的文件夹，例如 docs/harness：${option}`,
    otherIdea: {
      said: (idea) => `这里未完成的规格是关于另一个想法的：${idea}`,
      next: (resume, giveUp) => `不带想法继续它：${resume}；或先放弃它：${giveUp}`,
    },
  },
}
