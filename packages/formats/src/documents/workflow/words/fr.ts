/** Owns what a workflow says in French. */

import type { PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  empty: (subject) => `${subject} ne peut pas être vide.`,
  unc: (subject) => `Les chemins UNC ne sont pas permis : ${subject}`,
  absolute: (subject) => `${subject} doit être un chemin relatif.`,
  'dot-dot': (subject) => `${subject} ne doit pas contenir '..'.`,
  control: (subject) => `${subject} ne doit contenir ni caractères de contrôle ni caractères invisibles.`,
  'look-alike': (subject) =>
    `${subject} ne doit pas contenir de caractères semblables à un point, une barre ou un deux-points.`,
  'too-long': (subject) => `${subject} est trop long.`,
  device: (subject) => `${subject} ne doit pas contenir de nom de périphérique.`,
  git: (subject) => `${subject} doit être hors de .git/.`,
  reserved: (subject) => `${subject} commence par un nom de répertoire réservé.`,
  docs: (subject) => `${subject} sous docs/ doit être docs/harness/...`,
  'own-folder': (subject) => `${subject} doit être hors de .harness/, docs/harness/ et memory/.`,
  scope: (subject) => `${subject} est hors du périmètre.`,
  link: (subject) => `${subject} sort du dépôt par un lien.`,
  slug: (subject) => `${subject} ne se termine pas par le dossier d’une tâche.`,
}

export const french: WorkflowTexts = {
  gates: {
    mode: {
      header: 'Mode',
      question: 'Choisissez le mode du workflow :',
      choices: {
        standard: {
          label: 'standard (recommandé)',
          leadsTo: '2 spécialistes analysent, puis synthèse. ~1,5x de jetons. Profondeur équilibrée',
        },
        single: {
          label: 'single',
          leadsTo: '1 agent. Rapide, économe en jetons. Idéal pour les tâches simples',
        },
        multi: {
          label: 'multi',
          leadsTo: '3 spécialistes et critique croisée. ~2 à 2,5x de jetons. Analyse la plus poussée',
        },
      },
    },
    model: {
      header: 'Modèle',
      question: 'Choisissez la configuration des modèles des sous-agents :',
      again: (given) =>
        `« ${given} » n’est pas une configuration de modèles. Écrivez executor:<model>,advisor:<model>,evaluator:<model> avec opus, sonnet ou haiku :`,
      choices: {
        default: { label: 'default', leadsTo: 'Reprend le modèle en place, sans changement' },
        'all-opus': {
          label: 'all-opus',
          leadsTo: 'Tous les sous-agents utilisent Opus (qualité maximale)',
        },
        balanced: {
          label: 'balanced (recommandé)',
          leadsTo: 'Sonnet exécute, Opus conseille et évalue (bon rapport coût-qualité)',
        },
        economy: {
          label: 'economy',
          leadsTo: 'Haiku exécute, Sonnet conseille et évalue (économie maximale)',
        },
        other: {
          label: 'Autre',
          leadsTo: 'À écrire vous-même : executor:<model>,advisor:<model>,evaluator:<model>',
        },
      },
    },
    conventions: {
      header: 'Analyse des conventions',
      question:
        'Aucun CLAUDE.md détaillé n’a été trouvé. Analyser le code pour détecter les conventions du projet (base de données, API, structure des fichiers, style des tests) ? Le plan suivra mieux les usages existants.',
      choices: {
        scan: {
          label: 'Analyser',
          leadsTo: 'Lance le sous-agent d’analyse des conventions (un appel d’agent)',
        },
        skip: { label: 'Passer', leadsTo: 'Continue sans données de conventions' },
      },
    },
    scanMissing: {
      header: 'Échec de l’analyse des conventions',
      question: 'L’analyse est terminée, mais son fichier de sortie est introuvable. Réessayer ou passer ?',
      choices: {
        retry: { label: 'Réessayer', leadsTo: 'Relance l’analyse' },
        skip: { label: 'Passer', leadsTo: 'Continue sans conventions' },
      },
    },
    spec: {
      header: 'Spécification',
      question:
        'Relisez la spécification ci-dessus. L’implémentation consomme beaucoup de jetons. Confirmez pour continuer.',
      choices: {
        proceed: { label: 'Continuer', leadsTo: 'Démarre l’implémentation telle que spécifiée' },
        modify: { label: 'Modifier', leadsTo: 'Modifiez la spécification, puis confirmez de nouveau' },
        stop: { label: 'Arrêter', leadsTo: 'Arrête le workflow' },
      },
    },
    verify: {
      header: 'Vérification',
      question: (attempts, summary) =>
        `La vérification mécanique a échoué après ${attempts} tentatives. ${summary}`,
      choices: {
        'auto-fix': {
          label: 'Proposition de correction automatique',
          leadsTo: 'L’IA (Opus) analyse l’échec et propose un diff minimal (une seule tentative)',
        },
        continue: {
          label: 'Continuer vers l’évaluation',
          leadsTo: 'Ignore les problèmes de vérification restants et passe à la QA',
        },
        stop: {
          label: 'Arrêter',
          leadsTo: 'S’arrête pour une intervention manuelle. Consultez verify_report.md',
        },
      },
    },
    autofix: {
      header: 'Correction automatique',
      question: (confidence) =>
        `Une correction est proposée (confiance : ${confidence}). Appliquer le correctif ?`,
      low: '⚠ Confiance faible — relisez attentivement le diff avant de l’appliquer.',
      choices: {
        apply: {
          label: 'Appliquer le correctif',
          leadsTo: 'Applique le diff proposé et relance la vérification de la couche 1 (compteur inchangé)',
        },
        reject: {
          label: 'Rejeter',
          leadsTo: 'Écarte la proposition, retour à la question précédente (sans correction automatique)',
        },
        stop: { label: 'Arrêter', leadsTo: 'S’arrête pour une intervention manuelle' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) =>
        `La vérification structurelle (couche 2) a échoué après ${retries} nouveaux essais. ${items}`,
      choices: {
        fix: { label: 'Corriger', leadsTo: 'Lance la manche suivante' },
        accept: { label: 'Accepter en l’état', leadsTo: 'Termine sans corriger' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `Résultat de la QA : FAIL (couche 3). ${summary}`,
      unlayered: (summary) => `Résultat de la QA : FAIL. ${summary}`,
      choices: {
        fix: { label: 'Corriger', leadsTo: 'Lance la manche suivante pour corriger les points FAIL' },
        accept: { label: 'Accepter en l’état', leadsTo: 'Termine sans corriger' },
      },
    },
    commit: {
      header: 'Commit',
      question: 'L’implémentation est terminée. Choisissez comment finir :',
      accepted: 'Acceptée avec des points en échec. Choisissez comment finir :',
      failed: 'La tâche est en échec : la QA n’est pas réussie. Choisissez comment finir :',
      choices: {
        code: {
          label: 'Commit du code seul (recommandé)',
          leadsTo: 'Nettoie les artefacts et ne valide que les changements du code',
        },
        all: { label: 'Commit de tout', leadsTo: 'Valide tout, artefacts compris' },
        none: {
          label: 'Pas de commit',
          leadsTo: 'Nettoie seulement .harness/ et garde les changements dans l’arbre de travail',
        },
      },
    },
    session: {
      header: 'Session',
      question: (status) =>
        `Une session précédente a été détectée. ${status} Reprendre, recommencer ou arrêter ?`,
      resume: (phase) => `Continue à partir de « ${phase} »`,
      choices: {
        resume: { label: 'Reprendre', leadsTo: 'Continue là où la session s’est arrêtée' },
        restart: { label: 'Recommencer', leadsTo: 'Supprime .harness/ et repart de zéro' },
        stop: { label: 'Arrêter', leadsTo: 'Supprime .harness/ et s’arrête' },
      },
    },
    conflict: {
      header: 'Conflit de session',
      question: (skill) => `Une session /${skill} existe. La supprimer et démarrer /workflow ?`,
      choices: {
        delete: { label: 'Supprimer et démarrer', leadsTo: 'Supprime .harness/ et poursuit avec /workflow' },
        cancel: { label: 'Annuler', leadsTo: 'Garde la session existante et s’arrête' },
      },
    },
    earlier: {
      header: 'Session (v1)',
      question: (status) =>
        `Une session précédente (v1) a été détectée. ${status} La poursuivre en version 2 ou l’abandonner ?`,
      choices: {
        continue: { label: 'Poursuivre', leadsTo: 'Poursuit en version 2, à la même phase' },
        abandon: { label: 'Abandonner', leadsTo: 'Supprime .harness/ et s’arrête' },
      },
    },
  },
  phases: {
    plan_ready: 'Planification — prête',
    planning: 'Planification — en cours',
    plan_done: 'Planification — terminée',
    generate_ready: 'Génération — prête',
    generating: 'Génération — en cours',
    generate_done: 'Génération — terminée',
    verify_ready: 'Vérification — prête',
    verifying: 'Vérification — contrôles en cours',
    verify_done: 'Vérification — terminée',
    evaluate_ready: 'Évaluation — prête',
    evaluating: 'Évaluation — en cours',
    evaluate_done: 'Évaluation — terminée',
    completed: 'Terminé',
  },
  labels: {
    task: 'Tâche',
    directory: 'Répertoire',
    branch: 'Branche',
    mode: 'Mode',
    model: 'Modèle',
    verifier: 'Vérificateur',
    style: 'Style',
    phase: 'Phase',
    round: 'Manche',
    language: 'Langage',
    test: 'Tests',
    build: 'Build',
    lint: 'Lint',
    typeCheck: 'Types',
    scope: 'Périmètre',
    output: 'Sortie',
    result: 'Résultat',
  },
  none: 'aucun',
  noLimit: '(sans limite)',
  lines: {
    started: 'Tâche démarrée !',
    phase: (name) =>
      ({
        plan: 'Phase : planification',
        generate: 'Phase : génération',
        verify: 'Phase : vérification (couche 1 — mécanique)',
        evaluate: 'Phase : évaluation (couches 2+3)',
      })[name],
    complete: (name) =>
      ({
        plan: 'Planification terminée.',
        generate: 'Génération terminée.',
        verify: 'Vérification (couche 1) terminée.',
        evaluate: 'Évaluation terminée.',
      })[name],
    planWritten: (line) => `✓ Plan : ${line}`,
    reviewWritten: (line) => `✓ Relecture : ${line}`,
    codeWritten: (line) => `✓ Code : ${line}`,
    conventionsRich: 'Conventions : CLAUDE.md détecté (détaillé). Copié dans .harness/conventions.md',
    conventionsTaken: (from) => `Conventions : reprises de ${from}`,
    conventionsSkipped: 'Conventions : ignorées.',
    conventionsScanned: 'Conventions : analysées et enregistrées dans .harness/conventions.md',
    proposals: (count) => `✓ ${count} propositions générées`,
    critiques: (count) => `✓ ${count} critiques croisées terminées`,
    reviews: (count) => `✓ Relectures : ${count} conseillers ont terminé`,
    unparsedLine: '⚠ La ligne de réponse est illisible — confiance Unknown retenue',
    strayed: (role, files) =>
      `⚠ ${role} a modifié des fichiers qui ne sont pas les siens. Ils ont été rétablis : ${files}`,
    unseenQuotes: (quotes) => `⚠ Le rapport de QA cite ce qui ne figure dans aucune sortie vue : ${quotes}`,
    noQuotes: '⚠ Le rapport de QA ne cite aucune preuve.',
    verifyRetry: (attempt, most, summary) =>
      `Vérification (couche 1) FAIL — la génération est relancée (tentative ${attempt}/${most})\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `Vérification (couche 1) FAIL — nombre maximal de tentatives atteint (${most}/${most})\nDernière erreur : ${summary}\nVoir : ${report}`,
    pathExcluded: (path) => `⚠ Chemin refusé : ${path} — exclu de l’entrée de la proposition`,
    noPaths: '⚠ Aucun chemin de fichier valide — l’entrée de la proposition sera vide',
    autofixModel: (model) => `ℹ Modèle de la correction automatique : ${model}`,
    emptyPatch: '⚠ Le fichier du correctif est vide ou sans bloc diff — il n’est pas appliqué',
    applying: (paths) => `Application du correctif à : ${paths}`,
    pathFailed: (path, why) => `✗ Chemin du diff refusé : ${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ Le correctif est illisible : ${detail}`,
    applyFailed: '⚠ Échec de l’application — l’état antérieur est rétabli.',
    autofixRejected: 'Proposition de correction automatique rejetée.',
    autofixVerified: '✓ Correction automatique vérifiée : la couche 1 passe.',
    autofixStopped: '✗ Correction automatique appliquée, mais la couche 1 échoue toujours.',
    layer2Retry: (attempt, most, summary) =>
      `Évaluation FAIL (couche 2) — la génération est relancée (tentative ${attempt}/${most})\n${summary}`,
    layer2Maxed: (most, items) =>
      `Évaluation FAIL (couche 2) — nombre maximal de tentatives atteint (${most}/${most})\nPoints en échec : ${items}`,
    qaPass: '✓ QA PASS — tâche terminée.',
    maxRounds: (report) => `Nombre maximal de manches atteint. Les problèmes restants sont dans ${report}.`,
    modelFallback: (given) => `⚠ « ${given} » n’est pas une configuration de modèles. balanced est utilisé.`,
    verifierCost: (model) =>
      `⚠ Le vérificateur est ${model} — coût élevé pour une vérification mécanique. haiku suffit en général.`,
    noModelFor: (grade, provider) =>
      `⚠ Aucun modèle de ${provider} n’est configuré pour ${grade} ; son modèle par défaut est utilisé. Définissez workflow.models.${provider}.${grade}.`,
    otherLanguage: (language) => `ℹ Il n’y a pas encore de textes en « ${language} ». L’anglais est utilisé.`,
    stageFailed: (file, reason) =>
      `⚠ Impossible d’indexer ${file} : ${reason}. Il manquera peut-être dans l’historique git.`,
    deleting: (path) => `Suppression de ${path}`,
    keptInPlace: (docs) => `Les artefacts sont dans ${docs}`,
    specEdited: 'spec.md a changé. Relisez-la.',
    specMissing: (path) => `⚠ ${path} est introuvable. Le plan est refait.`,
    cleanUpRefused: (path, why) => `✗ Nettoyage annulé, rien n’a été supprimé : ${path} (${why})`,
    docsPathRefused: (path) => `⚠ Le docs_path récupéré est refusé : ${path}`,
  },
  ends: {
    passed: '✓ Tâche terminée : QA réussie.',
    accepted: '⚠ Tâche terminée avec des points de QA en échec, acceptée en l’état.',
    failed: (rounds) => `✗ Tâche en échec : la QA échoue toujours après ${rounds} manches.`,
    stoppedAtSpec: 'Workflow arrêté à la spécification. Aucun code n’a été écrit.',
    stoppedAtVerify: (report) => `Workflow arrêté pour une intervention manuelle. Consultez ${report}`,
    paused: (phase) => `Session en pause : ${phase}. Elle peut s’arrêter ici et reprendre plus tard.`,
    nextStep: (command) => `Étape suivante : ${command}`,
    switchTo: (branch) => `Passer sur la branche : git switch ${branch}`,
    mergeIt: (branch) => `Fusionner la branche : git merge ${branch}`,
    committed: (branch) => `Le commit est sur la branche ${branch}. L’afficher : git show ${branch}`,
    merged: (branch) => `✓ ${branch} fusionnée`,
    notCommitted: (place) => `Aucun commit n’a été fait. Les changements sont dans ${place}`,
    noArtifact: (role, path) => `✗ ${role} a terminé sans écrire ${path}`,
    unseenQuotes: (role) => `✗ ${role} a validé le changement en citant ce qu’il n’a jamais vu`,
    noSession: 'Aucune session dans ce répertoire.',
    kept: (task) => `La session garde sa propre tâche et ses options : ${task}`,
  },
  refusals: {
    emptyTask: 'La tâche est vide. Écrivez ce qu’il faut faire.',
    runPlanFirst: 'Exécutez d’abord plan',
    runGenerateFirst: 'Exécutez d’abord generate',
    runVerifyFirst: 'Exécutez d’abord verify',
    verifierModel: 'Valeur de --verifier-model non valide. Valeurs permises : haiku, sonnet, opus.',
    stateUnreadable: (file) => `${file} n’est pas lisible comme session. Réparez ou supprimez ce fichier.`,
    uncPath: 'Les chemins UNC ne sont pas permis.',
    noTask: (command) => `${command} ne prend pas de tâche : la commande continue la session.`,
    mergeInPlace:
      '--merge fusionne une copie de travail, et --in-place travaille sans elle. Donnez une seule de ces options.',
    modelConfig: (given) =>
      `--model-config vaut ${given}. Il faut un préréglage, ou executor:<grade>,advisor:<grade>,evaluator:<grade> avec opus, sonnet ou haiku.`,
    notOneOf: (flag, given, known) => `${flag} vaut ${given}. Il faut l’une de ces valeurs : ${known}.`,
    wholeNumber: (flag, given, most) => `${flag} vaut ${given}. Il faut un nombre entier de 1 à ${most}.`,
    emptyOption: (flag) => `${flag} est vide. Donnez une valeur, ou omettez cette option.`,
    specOutside: (path, root) => `--spec désigne ${path}, qui n’est pas un fichier dans ${root}.`,
  },
  troubles: {
    twoWords: {
      said: (other) => `La tâche doit être un seul mot pour le shell : ${other} est à côté.`,
      next: (command) => `Mettez-la entre guillemets : ${command}`,
    },
    specMissing: {
      said: (path) => `--spec : ${path} est absent ou vide.`,
      next: 'Désignez une spécification dans le dépôt, ou faites-en écrire une : harness spec "idea"',
    },
    branchExists: {
      said: (branch) => `Il existe déjà une branche ${branch} que le harness n’a pas créée.`,
      next: (command) => `Renommez-la ou supprimez-la, par exemple : ${command} ; puis : harness resume`,
    },
    noCommits: {
      said: 'Il n’y avait aucun commit au début de l’exécution : il n’y a donc pas de base pour en créer un.',
      next: 'Faites vous-même le commit : git add -A && git commit',
    },
    branchMoved: {
      said: (branch, wanted, actual) =>
        `La branche ${branch} devrait être à ${wanted}, mais elle est à ${actual}.`,
      next: (command) => `Enregistrez ce qui y a été ajouté, puis remettez-la en place : ${command}`,
      nowhere: 'aucun commit',
    },
    laneTaken: {
      said: (lane, used, branch) => `La copie de travail ${lane} sert à la branche ${used}, pas à ${branch}.`,
      next: 'Fermez d’abord cette copie de travail, puis : harness resume',
    },
  },
  details: {
    notInside: 'ce n’est pas un chemin du dépôt',
    throughLink: 'il passe par un lien',
    patchThroughLink: (files) => `Passe par un lien : ${files}.`,
    patchEmpty: 'Le correctif ne change rien.',
    patchLinks: (files) => `Le correctif crée, modifie ou supprime un lien ou un sous-module : ${files}.`,
    patchTaken: (files) => `Le correctif modifie ${files}, qui appartient aux personnes ou au harness.`,
    noName: 'sa dernière partie n’est pas un nom',
    reservedName: (name) => `${name} est un nom réservé`,
    notBelow: 'il n’est pas sous un autre dossier',
    ownFolder: 'il est dans le dossier du harness',
    notIn: (folder) => `il n’est pas dans ${folder}`,
    recordsThere: 'les enregistrements des exécutions s’y trouvent',
    secret: 'il contient un secret',
    mixed: (files) =>
      `${files} avait des modifications à vous sans commit au début de l’exécution ; elles ne se distinguent pas des siennes, donc le commit les contient aussi`,
    stayed: (branch) =>
      `le répertoire reste sur sa branche, car il avait d’autres modifications ou a été déplacé ; le commit est sur ${branch}`,
  },
  paths,
}
