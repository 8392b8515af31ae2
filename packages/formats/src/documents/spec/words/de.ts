/** Owns what the making of a spec says in German. */
import type { SpecTexts } from './texts.ts'

export const german: SpecTexts = {
  gates: {
    questions: {
      header: 'Fragen',
      question: (count, round, most) =>
        count === 1
          ? `Eine Frage zur Spezifikation (Runde ${round} von ${most}).`
          : `${count} Fragen zur Spezifikation (Runde ${round} von ${most}).`,
      how: 'Antworte mit Nummern: 1: …; 2: …. Was fehlt, wird mit [unconfirmed] markiert.',
      choices: {
        answer: { label: 'Antworten', leadsTo: 'Antworten festhalten und weitermachen' },
        enough: {
          label: 'Genug',
          leadsTo: 'Nichts mehr fragen; offene Fragen werden mit [unconfirmed] markiert',
        },
        stop: { label: 'Stopp', leadsTo: 'Hier beenden; es wird nichts geschrieben' },
      },
    },
  },
  notes: {
    title: 'Fragen und Antworten',
    idea: 'Idee',
    round: (number) => `Runde ${number}`,
    why: 'Warum',
    options: 'Möglichkeiten',
    answer: 'Antwort',
    together: 'Antwort auf alle',
    none: 'Es wurde keine Frage gestellt.',
  },
  lines: {
    otherLanguage: (language) => `ℹ Texte in „${language}“ gibt es noch nicht. Es wird Englisch benutzt.`,
    strayed: (role, files) => `⚠ ${role} hat fremde Dateien geändert. Sie wurden zurückgesetzt: ${files}`,
    unparsedLine: (role) => `⚠ ${role}: Die erste Zeile ist nicht lesbar — die Datei gilt, wie sie ist`,
    sections: (found, wanted) => `⚠ Der Entwurf hat ${found} von ${wanted} Abschnitten`,
    countsCorrected: (said, found) =>
      `⚠ Der Kritiker meldet „${said}“. In seiner Datei steht „${found}“, und das zählt.`,
  },
  ends: {
    written: (folder) => `Entwurf, Fragen und Befunde liegen in ${folder}`,
    next: (command) => `Lies den Entwurf und ändere ihn nach Wunsch; dann: ${command}`,
    stopped: 'Bei den Fragen gestoppt. Es wurde nichts geschrieben.',
    again: (command) => `Neu beginnen: ${command}`,
    noDocument: (role, path) => `✗ ${role} endete, ohne ${path} zu schreiben`,
    noQuestions: (problems) => `✗ Die Fragen des Interviewers sind nicht lesbar: ${problems}`,
    taken: (file) =>
      `✗ ${file} gibt es schon, und die Datei ist nicht von diesem Lauf. Es wurde nichts geschrieben.`,
    moveAway: (file, command) =>
      `Verschiebe ${file}, dann: harness resume; oder gib diesen Lauf auf und beginne neu: ${command}`,
    nothingWritten: (command) => `Es wurde nichts geschrieben. Neu beginnen: ${command}`,
  },
  report: {
    title: (idea) => `Spezifikation: ${idea}`,
    files: 'Dateien',
    findings: 'Befunde des Kritikers',
    open: 'Offene Fragen [unconfirmed]',
    warnings: 'Warnungen',
  },
  refusals: {
    exclusive: (one, other) => `${one} und ${other} schließen einander aus.`,
    emptyIdea: { said: 'Die Idee ist leer.', next: (command) => `Sagen Sie, was Sie wollen: ${command}` },
    nameFolder: (option) => `Nennen Sie einen Ordner im Repository, etwa docs/harness: ${option}`,
    otherIdea: {
      said: (idea) => `Die unfertige Spezifikation hier handelt von einer anderen Idee: ${idea}`,
      next: (resume, giveUp) =>
        `Setzen Sie sie ohne Idee fort: ${resume}; oder geben Sie sie zuerst auf: ${giveUp}`,
    },
  },
}
