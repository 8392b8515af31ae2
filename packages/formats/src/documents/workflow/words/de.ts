/** Owns what a workflow says in German. */

import type { PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  empty: (subject) => `${subject} darf nicht leer sein.`,
  unc: (subject) => `UNC-Pfade sind nicht erlaubt: ${subject}`,
  absolute: (subject) => `${subject} muss ein relativer Pfad sein.`,
  'dot-dot': (subject) => `${subject} darf kein '..' enthalten.`,
  control: (subject) => `${subject} darf keine Steuerzeichen oder unsichtbaren Zeichen enthalten.`,
  'look-alike': (subject) =>
    `${subject} darf keine Zeichen enthalten, die Punkten, Schrägstrichen oder Doppelpunkten gleichen.`,
  'too-long': (subject) => `${subject} ist zu lang.`,
  device: (subject) => `${subject} darf keinen Gerätenamen enthalten.`,
  git: (subject) => `${subject} muss außerhalb von .git/ liegen.`,
  reserved: (subject) => `${subject} beginnt mit einem reservierten Verzeichnisnamen.`,
  docs: (subject) => `${subject} unter docs/ muss docs/harness/... sein`,
  'own-folder': (subject) => `${subject} muss außerhalb von .harness/, docs/harness/ und memory/ liegen.`,
  scope: (subject) => `${subject} liegt außerhalb des Umfangs.`,
  link: (subject) => `${subject} führt über einen Link aus dem Repository hinaus.`,
  slug: (subject) => `${subject} endet nicht mit dem Ordner einer Aufgabe.`,
}

export const german: WorkflowTexts = {
  gates: {
    mode: {
      header: 'Modus',
      question: 'Wählen Sie den Modus des Workflows:',
      choices: {
        standard: {
          label: 'standard (empfohlen)',
          leadsTo: '2 Fachleute analysieren, dann Synthese. ~1,5-fache Tokens. Ausgewogene Tiefe',
        },
        single: {
          label: 'single',
          leadsTo: '1 Agent. Schnell, spart Tokens. Am besten für einfache Aufgaben',
        },
        multi: {
          label: 'multi',
          leadsTo: '3 Fachleute und gegenseitige Kritik. ~2- bis 2,5-fache Tokens. Tiefste Analyse',
        },
      },
    },
    model: {
      header: 'Modell',
      question: 'Wählen Sie die Modellkonfiguration der Subagenten:',
      again: (given) =>
        `„${given}“ ist keine Modellkonfiguration. Schreiben Sie executor:<model>,advisor:<model>,evaluator:<model> mit opus, sonnet oder haiku:`,
      choices: {
        default: { label: 'default', leadsTo: 'Übernimmt das eingestellte Modell, ohne Änderung' },
        'all-opus': { label: 'all-opus', leadsTo: 'Alle Subagenten verwenden Opus (höchste Qualität)' },
        balanced: {
          label: 'balanced (empfohlen)',
          leadsTo: 'Sonnet führt aus, Opus berät und bewertet (kosteneffizient)',
        },
        economy: {
          label: 'economy',
          leadsTo: 'Haiku führt aus, Sonnet berät und bewertet (größte Ersparnis)',
        },
        other: {
          label: 'Andere',
          leadsTo: 'Selbst angeben: executor:<model>,advisor:<model>,evaluator:<model>',
        },
      },
    },
    conventions: {
      header: 'Konventionen erfassen',
      question:
        'Keine ausführliche CLAUDE.md gefunden. Soll die Codebasis nach Konventionen des Projekts durchsucht werden (Datenbank, API, Dateistruktur, Testmuster)? Das hilft der Planung, sich an vorhandene Muster zu halten.',
      choices: {
        scan: {
          label: 'Erfassen',
          leadsTo: 'Startet den Subagenten für Konventionen (ein Agentenaufruf)',
        },
        skip: { label: 'Überspringen', leadsTo: 'Weiter ohne Konventionen' },
      },
    },
    scanMissing: {
      header: 'Konventionen nicht erfasst',
      question:
        'Die Erfassung ist abgeschlossen, aber die Ausgabedatei fehlt. Wiederholen oder überspringen?',
      choices: {
        retry: { label: 'Wiederholen', leadsTo: 'Startet die Erfassung erneut' },
        skip: { label: 'Überspringen', leadsTo: 'Weiter ohne Konventionen' },
      },
    },
    spec: {
      header: 'Spezifikation',
      question:
        'Prüfen Sie die Spezifikation oben. Die Umsetzung verbraucht viele Tokens. Bestätigen Sie, um fortzufahren.',
      choices: {
        proceed: { label: 'Fortfahren', leadsTo: 'Beginnt mit der Umsetzung wie spezifiziert' },
        modify: { label: 'Ändern', leadsTo: 'Spezifikation bearbeiten, dann erneut bestätigen' },
        stop: { label: 'Stoppen', leadsTo: 'Hält den Workflow an' },
      },
    },
    verify: {
      header: 'Verifikation',
      question: (attempts, summary) =>
        `Die mechanische Verifikation ist nach ${attempts} Versuchen fehlgeschlagen. ${summary}`,
      choices: {
        'auto-fix': {
          label: 'Vorschlag zur automatischen Korrektur',
          leadsTo: 'Die KI (Opus) analysiert den Fehler und schlägt einen minimalen Diff vor (nur 1 Versuch)',
        },
        continue: {
          label: 'Weiter zur Bewertung',
          leadsTo: 'Übergeht die übrigen Probleme der Verifikation, weiter zur QA',
        },
        stop: {
          label: 'Stoppen',
          leadsTo: 'Hält für einen manuellen Eingriff an. Prüfen Sie verify_report.md',
        },
      },
    },
    autofix: {
      header: 'Automatische Korrektur',
      question: (confidence) =>
        `Eine Korrektur ist vorgeschlagen (Zuversicht: ${confidence}). Den Patch anwenden?`,
      low: '⚠ Geringe Zuversicht — prüfen Sie den Diff vor dem Anwenden sorgfältig.',
      choices: {
        apply: {
          label: 'Patch anwenden',
          leadsTo: 'Wendet den Diff an und wiederholt die Verifikation der Ebene 1 (zählt nicht als Versuch)',
        },
        reject: {
          label: 'Ablehnen',
          leadsTo: 'Verwirft den Vorschlag, zurück zur vorigen Frage (ohne automatische Korrektur)',
        },
        stop: { label: 'Stoppen', leadsTo: 'Hält für einen manuellen Eingriff an' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) =>
        `Die strukturelle Prüfung (Ebene 2) ist nach ${retries} Wiederholungen fehlgeschlagen. ${items}`,
      choices: {
        fix: { label: 'Beheben', leadsTo: 'Startet die nächste Runde' },
        accept: { label: 'So annehmen', leadsTo: 'Schließt ohne Behebung ab' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `QA-Ergebnis: FAIL (Ebene 3). ${summary}`,
      unlayered: (summary) => `QA-Ergebnis: FAIL. ${summary}`,
      choices: {
        fix: { label: 'Beheben', leadsTo: 'Startet die nächste Runde, um die FAIL-Punkte zu beheben' },
        accept: { label: 'So annehmen', leadsTo: 'Schließt ohne Behebung ab' },
      },
    },
    commit: {
      header: 'Commit',
      question: 'Die Umsetzung ist fertig. Wählen Sie den Abschluss:',
      accepted: 'Mit fehlgeschlagenen Punkten angenommen. Wählen Sie den Abschluss:',
      failed: 'Die Aufgabe ist fehlgeschlagen: Die QA ist nicht bestanden. Wählen Sie den Abschluss:',
      choices: {
        code: {
          label: 'Nur Code committen (empfohlen)',
          leadsTo: 'Räumt die Artefakte auf und committet nur die Codeänderungen',
        },
        all: { label: 'Alles committen', leadsTo: 'Committet alles, auch die Artefakte' },
        none: {
          label: 'Kein Commit',
          leadsTo: 'Räumt nur .harness/ auf, Änderungen bleiben im Arbeitsverzeichnis',
        },
      },
    },
    session: {
      header: 'Sitzung',
      question: (status) => `Frühere Sitzung gefunden. ${status} Fortsetzen, neu starten oder stoppen?`,
      resume: (phase) => `Weiter ab „${phase}“`,
      choices: {
        resume: { label: 'Fortsetzen', leadsTo: 'Weiter an der Stelle, an der die Sitzung angehalten hat' },
        restart: { label: 'Neu starten', leadsTo: 'Löscht .harness/ und beginnt von vorn' },
        stop: { label: 'Stoppen', leadsTo: 'Löscht .harness/ und hält an' },
      },
    },
    conflict: {
      header: 'Sitzungskonflikt',
      question: (skill) => `Es gibt eine Sitzung von /${skill}. Löschen und /workflow starten?`,
      choices: {
        delete: { label: 'Löschen und starten', leadsTo: 'Löscht .harness/ und fährt mit /workflow fort' },
        cancel: { label: 'Abbrechen', leadsTo: 'Behält die vorhandene Sitzung und hält an' },
      },
    },
    earlier: {
      header: 'Sitzung (v1)',
      question: (status) =>
        `Frühere Sitzung (v1) gefunden. ${status} Als Version 2 fortsetzen oder aufgeben?`,
      choices: {
        continue: { label: 'Fortsetzen', leadsTo: 'Weiter als Version 2, in derselben Phase' },
        abandon: { label: 'Aufgeben', leadsTo: 'Löscht .harness/ und hält an' },
      },
    },
  },
  phases: {
    plan_ready: 'Planung — bereit',
    planning: 'Planung — läuft',
    plan_done: 'Planung — fertig',
    generate_ready: 'Umsetzung — bereit',
    generating: 'Umsetzung — läuft',
    generate_done: 'Umsetzung — fertig',
    verify_ready: 'Verifikation — bereit',
    verifying: 'Verifikation — Prüfungen laufen',
    verify_done: 'Verifikation — fertig',
    evaluate_ready: 'Bewertung — bereit',
    evaluating: 'Bewertung — läuft',
    evaluate_done: 'Bewertung — fertig',
    completed: 'Abgeschlossen',
  },
  labels: {
    task: 'Aufgabe',
    directory: 'Verzeichnis',
    branch: 'Branch',
    mode: 'Modus',
    model: 'Modell',
    verifier: 'Verifizierer',
    style: 'Ablauf',
    phase: 'Phase',
    round: 'Runde',
    language: 'Sprache',
    test: 'Test',
    build: 'Build',
    lint: 'Lint',
    typeCheck: 'Typprüfung',
    scope: 'Umfang',
    output: 'Ausgabe',
    result: 'Ergebnis',
  },
  none: 'keine',
  noLimit: '(ohne Grenze)',
  lines: {
    started: 'Aufgabe gestartet!',
    phase: (name) =>
      ({
        plan: 'Phase: Planung',
        generate: 'Phase: Umsetzung',
        verify: 'Phase: Verifikation (Ebene 1 — mechanisch)',
        evaluate: 'Phase: Bewertung (Ebene 2+3)',
      })[name],
    complete: (name) =>
      ({
        plan: 'Planung abgeschlossen.',
        generate: 'Umsetzung abgeschlossen.',
        verify: 'Verifikation (Ebene 1) abgeschlossen.',
        evaluate: 'Bewertung abgeschlossen.',
      })[name],
    planWritten: (line) => `✓ Plan: ${line}`,
    reviewWritten: (line) => `✓ Begutachtung: ${line}`,
    codeWritten: (line) => `✓ Code: ${line}`,
    conventionsRich: 'Konventionen: CLAUDE.md gefunden (ausführlich). Nach .harness/conventions.md kopiert',
    conventionsTaken: (from) => `Konventionen: aus ${from} übernommen`,
    conventionsSkipped: 'Konventionen: übersprungen.',
    conventionsScanned: 'Konventionen: erfasst und in .harness/conventions.md gespeichert',
    proposals: (count) => `✓ ${count} Vorschläge erstellt`,
    critiques: (count) => `✓ ${count} gegenseitige Kritiken abgeschlossen`,
    reviews: (count) => `✓ Begutachtungen: ${count} Berater sind fertig`,
    unparsedLine: '⚠ Die Antwortzeile ist nicht lesbar — Zuversicht Unknown wird angenommen',
    strayed: (role, files) => `⚠ ${role} hat fremde Dateien geändert. Sie wurden zurückgesetzt: ${files}`,
    unseenQuotes: (quotes) => `⚠ Der QA-Bericht zitiert, was in keiner gesehenen Ausgabe steht: ${quotes}`,
    noQuotes: '⚠ Der QA-Bericht zitiert keine Belege.',
    verifyRetry: (attempt, most, summary) =>
      `Verifikation (Ebene 1) FAIL — die Umsetzung wird wiederholt (Versuch ${attempt}/${most})\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `Verifikation (Ebene 1) FAIL — alle Wiederholungen verbraucht (${most}/${most})\nLetzter Fehler: ${summary}\nSiehe: ${report}`,
    pathExcluded: (path) => `⚠ Ungültiger Pfad: ${path} — geht nicht in den Vorschlag ein`,
    noPaths: '⚠ Keine gültigen Dateipfade gefunden — der Vorschlag erhält keine Dateien',
    autofixModel: (model) => `ℹ Modell der automatischen Korrektur: ${model}`,
    emptyPatch: '⚠ Die Patch-Datei ist leer oder hat keinen Diff-Block — sie wird nicht angewendet',
    applying: (paths) => `Patch wird angewendet auf: ${paths}`,
    pathFailed: (path, why) => `✗ Ungültiger Pfad im Diff: ${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ Der Patch ist nicht lesbar: ${detail}`,
    applyFailed: '⚠ Anwenden fehlgeschlagen — der vorige Stand ist wiederhergestellt.',
    autofixRejected: 'Vorschlag zur automatischen Korrektur abgelehnt.',
    autofixVerified: '✓ Automatische Korrektur bestätigt: Ebene 1 besteht.',
    autofixStopped: '✗ Automatische Korrektur angewendet, aber Ebene 1 schlägt weiterhin fehl.',
    layer2Retry: (attempt, most, summary) =>
      `Bewertung FAIL (Ebene 2) — die Umsetzung wird wiederholt (Versuch ${attempt}/${most})\n${summary}`,
    layer2Maxed: (most, items) =>
      `Bewertung FAIL (Ebene 2) — alle Wiederholungen verbraucht (${most}/${most})\nFehlgeschlagene Punkte: ${items}`,
    qaPass: '✓ QA PASS — Aufgabe abgeschlossen.',
    maxRounds: (report) => `Alle Runden verbraucht. Die übrigen Probleme stehen in ${report}.`,
    modelFallback: (given) => `⚠ „${given}“ ist keine Modellkonfiguration. balanced wird verwendet.`,
    verifierCost: (model) =>
      `⚠ Verifizierer ist ${model} — hohe Kosten für eine mechanische Verifikation. haiku genügt meist.`,
    noModelFor: (grade, provider) =>
      `⚠ Für ${grade} ist kein Modell von ${provider} eingestellt, daher gilt dessen Standardmodell. Setzen Sie workflow.models.${provider}.${grade}.`,
    otherLanguage: (language) => `ℹ Texte in „${language}“ gibt es noch nicht. Es gilt Englisch.`,
    stageFailed: (file, reason) =>
      `⚠ ${file} konnte nicht vorgemerkt werden: ${reason}. Die Datei fehlt womöglich im git-Verlauf.`,
    deleting: (path) => `${path} wird gelöscht`,
    keptInPlace: (docs) => `Die Artefakte liegen in ${docs}`,
    specEdited: 'spec.md wurde geändert. Prüfen Sie sie erneut.',
    specMissing: (path) => `⚠ ${path} fehlt. Der Plan wird neu erstellt.`,
    cleanUpRefused: (path, why) => `✗ Aufräumen abgebrochen, nichts wurde gelöscht: ${path} (${why})`,
    docsPathRefused: (path) => `⚠ Der wiederhergestellte docs_path ist ungültig: ${path}`,
  },
  ends: {
    passed: '✓ Aufgabe abgeschlossen: QA bestanden.',
    accepted: '⚠ Aufgabe mit fehlgeschlagenen QA-Punkten beendet, so angenommen.',
    failed: (rounds) => `✗ Aufgabe fehlgeschlagen: Die QA schlägt nach ${rounds} Runden weiterhin fehl.`,
    stoppedAtSpec: 'Workflow bei der Spezifikation gestoppt. Es wurde kein Code geschrieben.',
    stoppedAtVerify: (report) => `Workflow für einen manuellen Eingriff gestoppt. Prüfen Sie ${report}`,
    paused: (phase) => `Sitzung pausiert: ${phase}. Sie kann hier enden und später fortgesetzt werden.`,
    nextStep: (command) => `Nächster Schritt: ${command}`,
    switchTo: (branch) => `Zum Branch wechseln: git switch ${branch}`,
    mergeIt: (branch) => `Den Branch mergen: git merge ${branch}`,
    committed: (branch) => `Der Commit ist auf dem Branch ${branch}. Anzeigen: git show ${branch}`,
    merged: (branch) => `✓ ${branch} ist gemergt`,
    notCommitted: (place) => `Es wurde nichts committet. Die Änderungen liegen in ${place}`,
    noArtifact: (role, path) => `✗ ${role} ist fertig, ohne ${path} zu schreiben`,
    unseenQuotes: (role) =>
      `✗ ${role} hat die Änderung mit Zitaten bestätigt, die in keiner gesehenen Ausgabe stehen`,
    noSession: 'In diesem Verzeichnis gibt es keine Sitzung.',
    kept: (task) => `Die Sitzung behält ihre eigene Aufgabe und ihre Optionen: ${task}`,
  },
  refusals: {
    emptyTask: 'Die Aufgabe ist leer. Schreiben Sie, was zu tun ist.',
    runPlanFirst: 'Führen Sie zuerst plan aus',
    runGenerateFirst: 'Führen Sie zuerst generate aus',
    runVerifyFirst: 'Führen Sie zuerst verify aus',
    verifierModel: 'Ungültiger Wert für --verifier-model. Erlaubt: haiku, sonnet, opus.',
    stateUnreadable: (file) => `${file} ist nicht als Sitzung lesbar. Reparieren oder löschen Sie die Datei.`,
    uncPath: 'UNC-Pfade sind nicht erlaubt.',
    noTask: (command) => `${command} nimmt keine Aufgabe an: Der Befehl setzt die Sitzung fort.`,
    mergeInPlace:
      '--merge führt eine Arbeitskopie zusammen, und --in-place arbeitet ohne sie. Geben Sie nur eine der Optionen an.',
    modelConfig: (given) =>
      `--model-config ist ${given}. Erlaubt ist eine Voreinstellung oder executor:<grade>,advisor:<grade>,evaluator:<grade> mit opus, sonnet oder haiku.`,
    notOneOf: (flag, given, known) => `${flag} ist ${given}. Erlaubt ist einer dieser Werte: ${known}.`,
    wholeNumber: (flag, given, most) =>
      `${flag} ist ${given}. Erlaubt ist eine ganze Zahl von 1 bis ${most}.`,
    emptyOption: (flag) => `${flag} ist leer. Geben Sie einen Wert an, oder lassen Sie die Option weg.`,
    specOutside: (path, root) => `--spec nennt ${path}. Das ist keine Datei in ${root}.`,
  },
  troubles: {
    twoWords: {
      said: (other) => `Die Aufgabe muss für die Shell ein Wort sein: Daneben steht ${other}.`,
      next: (command) => `Setzen Sie sie in Anführungszeichen: ${command}`,
    },
    specMissing: {
      said: (path) => `--spec: ${path} fehlt oder ist leer.`,
      next: 'Nennen Sie eine Spezifikation im Repository, oder lassen Sie eine schreiben: harness spec "idea"',
    },
    branchExists: {
      said: (branch) => `Es gibt schon einen Branch ${branch}, den der Harness nicht angelegt hat.`,
      next: (command) =>
        `Benennen Sie ihn um, oder entfernen Sie ihn, zum Beispiel: ${command}; danach: harness resume`,
    },
    noCommits: {
      said: 'Zu Beginn des Laufs gab es keinen Commit. Deshalb fehlt die Grundlage für einen neuen.',
      next: 'Committen Sie die Änderung selbst: git add -A && git commit',
    },
    branchMoved: {
      said: (branch, wanted, actual) =>
        `Der Branch ${branch} sollte bei ${wanted} stehen, steht aber bei ${actual}.`,
      next: (command) => `Sichern Sie, was dort hinzukam, und setzen Sie ihn dann zurück: ${command}`,
      nowhere: 'keinem Commit',
    },
    laneTaken: {
      said: (lane, used, branch) => `Die Arbeitskopie ${lane} gehört zum Branch ${used}, nicht zu ${branch}.`,
      next: 'Schließen Sie zuerst diese Arbeitskopie, danach: harness resume',
    },
  },
  details: {
    notInside: 'das ist kein Pfad im Repository',
    throughLink: 'der Pfad führt über einen Link',
    patchThroughLink: (files) => `Über einen Link: ${files}.`,
    patchEmpty: 'Der Patch ändert nichts.',
    patchLinks: (files) => `Der Patch erzeugt, ändert oder entfernt einen Link oder ein Submodul: ${files}.`,
    patchTaken: (files) => `Der Patch ändert ${files}. Das gehört Menschen oder dem Harness.`,
    noName: 'der letzte Teil ist kein Name',
    reservedName: (name) => `${name} ist ein reservierter Name`,
    notBelow: 'er liegt nicht unter einem anderen Ordner',
    ownFolder: 'er liegt im Ordner des Harness',
    notIn: (folder) => `er liegt nicht in ${folder}`,
    recordsThere: 'dort liegen die Aufzeichnungen der Läufe',
    secret: 'die Datei enthält ein Geheimnis',
    mixed: (files) =>
      `${files} hatte zu Beginn des Laufs Änderungen von Ihnen ohne Commit; sie lassen sich nicht von denen des Laufs trennen, deshalb enthält der Commit auch sie`,
    stayed: (branch) =>
      `der Checkout bleibt auf seinem Branch, weil er andere Änderungen hatte oder bewegt wurde; der Commit ist auf ${branch}`,
  },
  paths,
}
