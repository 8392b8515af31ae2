/** Owns what the making of a spec says in Spanish. */
import type { SpecTexts } from './texts.ts'

export const spanish: SpecTexts = {
  gates: {
    questions: {
      header: 'Preguntas',
      question: (count, round, most) =>
        count === 1
          ? `Una pregunta sobre la especificación (ronda ${round} de ${most}).`
          : `${count} preguntas sobre la especificación (ronda ${round} de ${most}).`,
      how: 'Responde por número: 1: …; 2: …. Lo que falte se marca con [unconfirmed].',
      choices: {
        answer: { label: 'Responder', leadsTo: 'Anotar las respuestas y continuar' },
        enough: {
          label: 'Suficiente',
          leadsTo: 'No preguntar más; las preguntas abiertas se marcan con [unconfirmed]',
        },
        stop: { label: 'Parar', leadsTo: 'Terminar aquí; no se escribe nada' },
      },
    },
  },
  notes: {
    title: 'Preguntas y respuestas',
    idea: 'Idea',
    round: (number) => `Ronda ${number}`,
    why: 'Por qué',
    options: 'Opciones',
    answer: 'Respuesta',
    together: 'Respuesta a todas',
    none: 'No se hizo ninguna pregunta.',
  },
  lines: {
    otherLanguage: (language) => `ℹ Todavía no hay textos en «${language}». Se usa el inglés.`,
    strayed: (role, files) => `⚠ ${role} cambió archivos que no son suyos. Se restauraron: ${files}`,
    unparsedLine: (role) => `⚠ ${role}: no se pudo leer su primera línea — su archivo vale tal como está`,
    sections: (found, wanted) => `⚠ El borrador tiene ${found} de ${wanted} secciones`,
    countsCorrected: (said, found) =>
      `⚠ El crítico dijo «${said}». Su archivo dice «${found}», y eso es lo que cuenta.`,
  },
  ends: {
    written: (folder) => `El borrador, las preguntas y los hallazgos están en ${folder}`,
    next: (command) => `Lee el borrador y cambia lo que quieras; después: ${command}`,
    stopped: 'Parado en las preguntas. No se escribió nada.',
    again: (command) => `Empezar de nuevo: ${command}`,
    noDocument: (role, path) => `✗ ${role} terminó sin escribir ${path}`,
    noQuestions: (problems) => `✗ No se pueden leer las preguntas del entrevistador: ${problems}`,
    taken: (file) => `✗ ${file} ya existe y no es de esta ejecución. No se escribió nada.`,
    moveAway: (file, command) =>
      `Mueve ${file} y después: harness resume; o abandona esta ejecución y empieza de nuevo: ${command}`,
    nothingWritten: (command) => `No se escribió nada. Empezar de nuevo: ${command}`,
  },
  report: {
    title: (idea) => `Especificación: ${idea}`,
    files: 'Archivos',
    findings: 'Hallazgos del crítico',
    open: 'Preguntas abiertas [unconfirmed]',
    warnings: 'Avisos',
  },
  refusals: {
    exclusive: (one, other) => `${one} y ${other} se excluyen entre sí.`,
    emptyIdea: { said: 'La idea está vacía.', next: (command) => `Diga qué quiere: ${command}` },
    nameFolder: (option) => `Indique una carpeta dentro del repositorio, como docs/harness: ${option}`,
    otherIdea: {
      said: (idea) => `La especificación sin terminar de aquí trata de otra idea: ${idea}`,
      next: (resume, giveUp) => `Continúela sin una idea: ${resume}; o abandónela primero: ${giveUp}`,
    },
  },
}
