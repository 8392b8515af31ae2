/** Owns what the making of a spec says in Korean. */
import type { SpecTexts } from './texts.ts'

export const korean: SpecTexts = {
  gates: {
    questions: {
      header: '질문',
      question: (count, round, most) => `사양에 대한 질문 ${count}개 (${most}회 중 ${round}회차).`,
      how: '번호로 답하세요: 1: …; 2: …. 답하지 않은 것은 [unconfirmed]로 표시됩니다.',
      choices: {
        answer: { label: '답변', leadsTo: '답변을 기록하고 계속합니다' },
        enough: { label: '충분함', leadsTo: '더 묻지 않습니다. 남은 질문은 [unconfirmed]로 표시됩니다' },
        stop: { label: '중지', leadsTo: '여기서 끝냅니다. 아무것도 쓰지 않습니다' },
      },
    },
  },
  notes: {
    title: '질문과 답변',
    idea: '아이디어',
    round: (number) => `${number}회차`,
    why: '이유',
    options: '선택지',
    answer: '답변',
    together: '모든 질문에 대한 답변',
    none: '질문이 없었습니다.',
  },
  lines: {
    otherLanguage: (language) => `ℹ "${language}" 텍스트가 아직 없어 영어를 사용합니다.`,
    strayed: (role, files) => `⚠ ${role}이(가) 자신의 것이 아닌 파일을 바꿔 되돌렸습니다: ${files}`,
    unparsedLine: (role) => `⚠ ${role}: 첫 줄을 읽을 수 없어 파일을 그대로 사용합니다`,
    sections: (found, wanted) => `⚠ 초안의 절이 ${wanted}개 중 ${found}개입니다`,
    countsCorrected: (said, found) =>
      `⚠ 비평가는 "${said}"라고 했지만 파일은 "${found}"입니다. 파일을 따릅니다.`,
  },
  ends: {
    written: (folder) => `사양 초안, 질문과 답변, 지적 사항은 ${folder}에 있습니다`,
    next: (command) => `초안을 읽고 필요하면 고친 뒤 실행하세요: ${command}`,
    stopped: '질문 단계에서 중지했습니다. 아무것도 쓰지 않았습니다.',
    again: (command) => `다시 시작: ${command}`,
    noDocument: (role, path) => `✗ ${role}이(가) ${path}을(를) 쓰지 않고 끝났습니다`,
    noQuestions: (problems) => `✗ 질문을 읽을 수 없습니다: ${problems}`,
    taken: (file) => `✗ ${file}이(가) 이미 있고 이 실행의 것이 아닙니다. 아무것도 쓰지 않았습니다.`,
    moveAway: (file, command) =>
      `${file}을(를) 옮긴 뒤: harness resume. 또는 이 실행을 포기하고 다시 시작: ${command}`,
    nothingWritten: (command) => `아무것도 쓰지 않았습니다. 다시 시작: ${command}`,
  },
  report: {
    title: (idea) => `사양: ${idea}`,
    files: '파일',
    findings: '비평가의 지적',
    open: '확인되지 않은 질문 [unconfirmed]',
    warnings: '경고',
  },
  refusals: {
    exclusive: (one, other) => `${one}와(과) ${other}은(는) 함께 쓸 수 없습니다.`,
    emptyIdea: {
      said: '아이디어가 비어 있습니다.',
      next: (command) => `무엇을 원하는지 적어 주세요: ${command}`,
    },
    nameFolder: (option) => `docs/harness처럼 저장소 안의 폴더를 지정하세요: ${option}`,
    otherIdea: {
      said: (idea) => `여기 있는 끝나지 않은 사양는 다른 아이디어에 관한 것입니다: ${idea}`,
      next: (resume, giveUp) => `아이디어 없이 이어서 진행: ${resume}; 또는 먼저 포기: ${giveUp}`,
    },
  },
}
