/** Owns what a workflow says in Chinese. */

import type { PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  empty: (subject) => `${subject} 不能为空。`,
  unc: (subject) => `不允许使用 UNC 路径：${subject}`,
  absolute: (subject) => `${subject} 必须是相对路径。`,
  'dot-dot': (subject) => `${subject} 不能包含 '..'。`,
  control: (subject) => `${subject} 不能包含控制字符或不可见字符。`,
  'look-alike': (subject) => `${subject} 不能包含形似点、斜杠或冒号的字符。`,
  'too-long': (subject) => `${subject} 太长。`,
  device: (subject) => `${subject} 不能包含设备名。`,
  git: (subject) => `${subject} 必须在 .git/ 之外。`,
  reserved: (subject) => `${subject} 以保留的目录名开头。`,
  docs: (subject) => `${subject} 位于 docs/ 下时必须是 docs/harness/...`,
  'own-folder': (subject) => `${subject} 必须在 .harness/、docs/harness/ 和 memory/ 之外。`,
  scope: (subject) => `${subject} 超出范围。`,
  link: (subject) => `${subject} 通过链接指向仓库之外。`,
  slug: (subject) => `${subject} 没有以任务的文件夹结尾。`,
}

export const chinese: WorkflowTexts = {
  gates: {
    mode: {
      header: '模式',
      question: '请选择工作流模式：',
      choices: {
        standard: { label: 'standard（推荐）', leadsTo: '2 位专家分析并综合。约 1.5 倍 token。深度均衡' },
        single: { label: 'single', leadsTo: '1 个代理。快速、节省 token。适合简单任务' },
        multi: { label: 'multi', leadsTo: '3 位专家并交叉评审。约 2–2.5 倍 token。分析最深入' },
      },
    },
    model: {
      header: '模型',
      question: '请选择子代理的模型配置：',
      again: (given) =>
        `“${given}”不是有效的模型配置。请写成 executor:<model>,advisor:<model>,evaluator:<model>，可用 opus、sonnet 或 haiku：`,
      choices: {
        default: { label: 'default', leadsTo: '沿用上级模型，不做更改' },
        'all-opus': { label: 'all-opus', leadsTo: '所有子代理都使用 Opus（质量最高）' },
        balanced: {
          label: 'balanced（推荐）',
          leadsTo: '执行用 Sonnet，顾问和评估用 Opus（性价比高）',
        },
        economy: { label: 'economy', leadsTo: '执行用 Haiku，顾问和评估用 Sonnet（最省费用）' },
        other: { label: '其他', leadsTo: '自行填写：executor:<model>,advisor:<model>,evaluator:<model>' },
      },
    },
    conventions: {
      header: '规范扫描',
      question:
        '没有找到内容充实的 CLAUDE.md。是否扫描代码库，自动识别项目规范（数据库、API、文件结构、测试模式）？这有助于规划者遵循现有模式。',
      choices: {
        scan: { label: '扫描', leadsTo: '运行规范扫描子代理（一次代理调用）' },
        skip: { label: '跳过', leadsTo: '不使用规范数据，直接继续' },
      },
    },
    scanMissing: {
      header: '规范扫描失败',
      question: '规范扫描已完成，但找不到输出文件。要重试还是跳过？',
      choices: {
        retry: { label: '重试', leadsTo: '重新运行扫描' },
        skip: { label: '跳过', leadsTo: '不使用规范，直接继续' },
      },
    },
    spec: {
      header: '规格',
      question: '请审阅上面的规格。实现会消耗大量 token。请确认后继续。',
      choices: {
        proceed: { label: '继续', leadsTo: '按规格开始实现' },
        modify: { label: '修改', leadsTo: '编辑规格，然后重新确认' },
        stop: { label: '停止', leadsTo: '中止工作流' },
      },
    },
    verify: {
      header: '验证',
      question: (attempts, summary) => `机械验证在 ${attempts} 次尝试后仍然失败。${summary}`,
      choices: {
        'auto-fix': {
          label: '自动修复提案',
          leadsTo: '让 AI（Opus）分析失败原因并提出最小差异（仅限 1 次）',
        },
        continue: { label: '继续评估', leadsTo: '跳过剩余的验证问题，进入 QA' },
        stop: { label: '停止', leadsTo: '中止并转为人工处理。请查看 verify_report.md' },
      },
    },
    autofix: {
      header: '自动修复',
      question: (confidence) => `已生成修复提案（置信度：${confidence}）。要应用补丁吗？`,
      low: '⚠ 置信度低 — 应用之前请仔细检查差异。',
      choices: {
        apply: { label: '应用补丁', leadsTo: '应用提出的差异并重新运行第 1 层验证（重试计数不变）' },
        reject: { label: '拒绝', leadsTo: '放弃提案，回到上一个关口（不再提供自动修复）' },
        stop: { label: '停止', leadsTo: '中止并转为人工处理' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) => `第 2 层结构验证在 ${retries} 次重试后仍然失败。${items}`,
      choices: {
        fix: { label: '修复', leadsTo: '进入下一轮' },
        accept: { label: '按现状接受', leadsTo: '不修复，直接结束' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `QA 结果：FAIL（第 3 层）。${summary}`,
      choices: {
        fix: { label: '修复', leadsTo: '进入下一轮，修复 FAIL 项' },
        accept: { label: '按现状接受', leadsTo: '不修复，直接结束' },
      },
    },
    commit: {
      header: '提交',
      question: '实现已完成。请选择收尾方式：',
      choices: {
        code: { label: '仅提交代码（推荐）', leadsTo: '清理产物，只提交代码改动' },
        all: { label: '全部提交', leadsTo: '提交所有内容，包括产物' },
        none: { label: '不提交', leadsTo: '只清理 .harness/，改动保留在工作区' },
      },
    },
    session: {
      header: '会话',
      question: (status) => `检测到之前的会话。${status} 要恢复、重新开始还是停止？`,
      resume: (phase) => `从“${phase}”继续`,
      choices: {
        resume: { label: '恢复', leadsTo: '从会话停下的地方继续' },
        restart: { label: '重新开始', leadsTo: '删除 .harness/ 并重新开始' },
        stop: { label: '停止', leadsTo: '删除 .harness/ 并中止' },
      },
    },
    conflict: {
      header: '会话冲突',
      question: (skill) => `存在一个 /${skill} 会话。要删除它并启动 /workflow 吗？`,
      choices: {
        delete: { label: '删除并启动', leadsTo: '删除 .harness/ 并继续 /workflow' },
        cancel: { label: '取消', leadsTo: '保留现有会话并中止' },
      },
    },
    earlier: {
      header: '会话（v1）',
      question: (status) => `检测到之前的会话（v1）。${status} 要作为版本 2 继续，还是放弃？`,
      choices: {
        continue: { label: '继续', leadsTo: '作为版本 2 从同一阶段继续' },
        abandon: { label: '放弃', leadsTo: '删除 .harness/ 并中止' },
      },
    },
  },
  phases: {
    plan_ready: '计划 — 就绪',
    planning: '计划 — 进行中',
    plan_done: '计划 — 完成',
    generate_ready: '生成 — 就绪',
    generating: '生成 — 进行中',
    generate_done: '生成 — 完成',
    verify_ready: '验证 — 就绪',
    verifying: '验证 — 正在运行检查',
    verify_done: '验证 — 完成',
    evaluate_ready: '评估 — 就绪',
    evaluating: '评估 — 进行中',
    evaluate_done: '评估 — 完成',
    completed: '已完成',
  },
  labels: {
    task: '任务',
    directory: '目录',
    branch: '分支',
    mode: '模式',
    model: '模型',
    verifier: '验证模型',
    style: '方式',
    phase: '阶段',
    round: '轮次',
    language: '语言',
    test: '测试',
    build: '构建',
    lint: '代码检查',
    typeCheck: '类型检查',
    scope: '范围',
    output: '输出',
    result: '结果',
  },
  none: '无',
  noLimit: '（无限制）',
  lines: {
    started: '任务已开始！',
    phase: (name) =>
      ({
        plan: '阶段：计划',
        generate: '阶段：生成',
        verify: '阶段：验证（第 1 层 — 机械检查）',
        evaluate: '阶段：评估（第 2+3 层）',
      })[name],
    complete: (name) =>
      ({
        plan: '计划完成。',
        generate: '生成完成。',
        verify: '验证（第 1 层）完成。',
        evaluate: '评估完成。',
      })[name],
    planWritten: (line) => `✓ 计划：${line}`,
    reviewWritten: (line) => `✓ 评审：${line}`,
    codeWritten: (line) => `✓ 代码：${line}`,
    conventionsRich: '规范：检测到 CLAUDE.md（内容充实）。已复制到 .harness/conventions.md',
    conventionsTaken: (from) => `规范：取自 ${from}`,
    conventionsSkipped: '规范：已跳过。',
    conventionsScanned: '规范：已扫描并保存到 .harness/conventions.md',
    proposals: (count) => `✓ 已生成 ${count} 份提案`,
    critiques: (count) => `✓ 已完成 ${count} 份交叉评审`,
    reviews: (count) => `✓ 评审：${count} 位顾问已完成`,
    unparsedLine: '⚠ 单行返回值解析失败 — 按置信度 Unknown 处理',
    strayed: (role, files) => `⚠ ${role} 改动了不属于它的文件，已恢复：${files}`,
    verifyRetry: (attempt, most, summary) =>
      `验证（第 1 层）FAIL — 重新运行生成者（第 ${attempt}/${most} 次）\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `验证（第 1 层）FAIL — 已达到最大重试次数（${most}/${most}）\n最近的错误：${summary}\n参见：${report}`,
    pathExcluded: (path) => `⚠ 路径校验失败：${path} — 已从提案者的输入中排除`,
    noPaths: '⚠ 没有找到有效的文件路径 — 提案者的输入将为空',
    autofixModel: (model) => `ℹ 自动修复模型：${model}`,
    emptyPatch: '⚠ 补丁文件为空或没有 diff 块 — 跳过应用',
    applying: (paths) => `正在应用补丁到：${paths}`,
    pathFailed: (path, why) => `✗ 差异路径校验失败：${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ 无法读取补丁：${detail}`,
    applyFailed: '⚠ 应用失败 — 已恢复到应用之前的状态。',
    autofixRejected: '自动修复提案已被拒绝。',
    autofixVerified: '✓ 自动修复已验证：第 1 层通过。',
    autofixStopped: '✗ 自动修复已应用，但第 1 层仍然失败。',
    layer2Retry: (attempt, most, summary) =>
      `评估 FAIL（第 2 层）— 重新运行生成者（第 ${attempt}/${most} 次）\n${summary}`,
    layer2Maxed: (most, items) =>
      `评估 FAIL（第 2 层）— 已达到最大重试次数（${most}/${most}）\n未通过的项目：${items}`,
    qaPass: '✓ QA PASS — 任务完成。',
    maxRounds: (report) => `已达到最大轮次。遗留问题见 ${report}。`,
    modelFallback: (given) => `⚠ “${given}”不是有效的模型配置。改用 balanced。`,
    verifierCost: (model) => `⚠ 验证模型设为 ${model} — 机械验证的费用会很高。通常 haiku 就够了。`,
    noModelFor: (grade, provider) =>
      `⚠ 没有为 ${provider} 的 ${grade} 配置模型，因此使用它的默认模型。请设置 workflow.models.${provider}.${grade}。`,
    otherLanguage: (language) => `ℹ 还没有“${language}”的文本，因此使用英语。`,
    stageFailed: (file, reason) => `⚠ 无法暂存 ${file}：${reason}。该规格产物可能不会进入 git 历史。`,
    deleting: (path) => `正在删除 ${path}`,
    keptInPlace: (docs) => `产物位于 ${docs}`,
    specEdited: 'spec.md 已更改。请重新审阅。',
    specMissing: (path) => `⚠ 缺少 ${path}。将重新制定计划。`,
    cleanUpRefused: (path, why) => `✗ 清理已中止，没有删除任何内容：${path}（${why}）`,
    docsPathRefused: (path) => `⚠ 恢复的 docs_path 未通过校验：${path}`,
  },
  ends: {
    passed: '✓ 任务完成：QA 已通过。',
    accepted: '⚠ 任务已结束，有未通过的 QA 项，按现状接受。',
    failed: (rounds) => `✗ 任务失败：${rounds} 轮之后 QA 仍未通过。`,
    stoppedAtSpec: '工作流在规格处停止。没有编写任何代码。',
    stoppedAtVerify: (report) => `工作流已停止，等待人工处理。请查看 ${report}`,
    paused: (phase) => `会话已暂停：${phase}。可以在此结束，以后再恢复。`,
    nextStep: (command) => `下一步：${command}`,
    switchTo: (branch) => `切换到该分支：git switch ${branch}`,
    mergeIt: (branch) => `合并该分支：git merge ${branch}`,
    merged: (branch) => `✓ 已合并 ${branch}`,
    notCommitted: (place) => `没有提交。改动位于 ${place}`,
    noArtifact: (role, path) => `✗ ${role} 结束时没有写出 ${path}`,
    noSession: '此目录中没有会话。',
    kept: (task) => `会话保留其原有的任务和选项：${task}`,
  },
  refusals: {
    emptyTask: '任务为空。请写明要做什么。',
    runPlanFirst: '请先运行 plan',
    runGenerateFirst: '请先运行 generate',
    runVerifyFirst: '请先运行 verify',
    verifierModel: '--verifier-model 的值无效。允许的值：haiku、sonnet、opus。',
    stateUnreadable: (file) => `${file} 无法作为会话读取。请修复或删除它。`,
  },
  paths,
}
