// Pourquoi quelque chose est refusé, en français : ce que disent tous les jeux, les tables, les comptes et les enregistrements. Chaque
// jeu a ses propres refus dans un fichier à lui. Les places comme dans fr.engine.ts ; la première paire qui convient vaut.
// SPDX-License-Identifier: MIT
import { cyclades } from './fr.refusals.cyclades';
import { mykerinos } from './fr.refusals.mykerinos';
import { myriath } from './fr.refusals.myriath';
import { myst } from './fr.refusals.myst';
import { mytikas } from './fr.refusals.mytikas';

type Pair = [english: string, french: string];

const common: Pair[] = [
  // Dans tous les jeux
  ['there is no such move', 'ce coup n’existe pas'],
  ['this is drawn by lot, not played', 'cela se tire au sort, cela ne se joue pas'],
  ['the game is over', 'la partie est finie'],
  ['first a lot has to be drawn', 'il faut d’abord tirer au sort'],
  ["it is player {n}'s turn", 'c’est au joueur {n}'],
  ['there are only {n} players', 'il n’y a que {n} joueurs'],
  ['nothing is drawn here', 'rien ne se tire au sort ici'],
  ['this cannot be drawn here', 'cela ne peut pas être tiré ici'],

  // À une table
  ['you do not sit there', 'vous n’êtes pas assis là'],
  ['this game is not being played', 'cette partie n’est pas en cours'],
  ['something has happened since: look again', 'il s’est passé quelque chose entre-temps : regardez encore'],
  ["this is not a move in the game's notation", 'ce n’est pas un coup dans la notation du jeu'],
  ['sixteen tables are the most for one connection', 'seize tables au plus par connexion'],
  ['the record is given when the game is over', 'l’enregistrement se donne quand la partie est finie'],
  ['there is no such table', 'cette table n’existe pas'],
  ['there is no move of yours to take back', 'vous n’avez pas de coup à reprendre'],
  ['nobody asks you for anything', 'personne ne vous demande rien'],
  ['this is not the time for a rematch', 'ce n’est pas le moment d’une revanche'],
  ['nothing is asked of you', 'rien ne vous est demandé'],
  ['other people play here', 'd’autres personnes jouent ici'],
  ['too many hints: wait a little', 'trop de conseils : attendez un peu'],
  ['too much at once: try again', 'trop de choses à la fois : essayez encore'],
  ['too much at once at this table: try again', 'trop de choses à la fois à cette table : essayez encore'],
  ['the server could not write this down', 'le serveur n’a pas pu l’enregistrer'],
  ['the game has begun', 'la partie a commencé'],
  ['there is no such seat', 'cette place n’existe pas'],
  ['somebody sits there', 'quelqu’un est assis là'],
  ['you play for the other team', 'vous jouez pour l’autre équipe'],
  ['a bot sits there', 'un robot est assis là'],
  ['this table is for one screen', 'cette table est pour un seul écran'],
  ['entropy is up to 64 bytes in hexadecimal, lower case', 'l’entropie a au plus 64 octets en hexadécimal, en minuscules'],
  ['only who made the table seats bots', 'seul qui a créé la table y met des robots'],
  ['there is no such bot', 'ce robot n’existe pas'],
  ['a seat is free', 'une place est libre'],
  ['only who sits at the table starts the game', 'seul qui est assis à la table commence la partie'],

  // Sur cet appareil, et sans réseau
  ['the connection was cut', 'la connexion a été coupée'],
  ['there is no connection', 'il n’y a pas de connexion'],
  ['nobody of this device sits there', 'personne de cet appareil n’est assis là'],
  ["there is no game '{name}'", 'il n’y a pas de jeu « {name} »'],
  ["there is no '{name}' at a table of this device", '« {name} » n’existe pas à une table de cet appareil'],
  ['the worker cannot be started', 'le programme de réflexion ne démarre pas'],

  // Créer une table
  ['too many seats, or entropy that is not hexadecimal', 'trop de places, ou une entropie qui n’est pas en hexadécimal'],
  ['a seat is "me", "" or the level of a bot', 'une place est « me », vide, ou le niveau d’un robot'],
  ['the record is of another game, or with other players or options', 'l’enregistrement est d’un autre jeu, ou avec d’autres joueurs ou options'],
  ['the record has {n} moves', 'l’enregistrement a {n} coups'],
  ['the game is over there', 'la partie y est finie'],
  ['the record is of another game', 'l’enregistrement est d’un autre jeu'],
  ['options are an object', 'les options sont un objet'],
  ['an option is a text or a whole number', 'une option est un texte ou un nombre entier'],
  ['the clock is an object', 'la pendule est un objet'],
  ['a clock is none, move, bank or days', 'une pendule est none, move, bank ou days'],
  ['a clock gives from one second to 60 days', 'une pendule donne d’une seconde à 60 jours'],
  ['there is no such game', 'ce jeu n’existe pas'],
  ['players is a whole number', 'players est un nombre entier'],
  ['access is open, link, private or local', 'access est open, link, private ou local'],
  ['to play on, give a record and how many of its moves stand', 'pour continuer une partie, donnez un enregistrement et combien de ses coups valent'],
  ['{game} is for {n} players, not {n2}', '{game} se joue à {n}, pas à {n2}'],
  ['{game} is for {n} to {n2} players, not {n3}', '{game} se joue de {n} à {n2}, pas à {n3}'],
  ['{game} is for {n} players', '{game} se joue à {n}'],
  ['{game} is for {n} to {n2} players', '{game} se joue de {n} à {n2}'],
  ['option {name} goes from {n} to {n2}', 'l’option {name} va de {n} à {n2}'],
  ["an option is written name=value, not '{text}'", 'une option s’écrit nom=valeur, pas « {text} »'],
  ["option {name} cannot be '{value}': it is {what}", 'l’option {name} ne peut pas être « {value} » : c’est {what}'],
  ['a number from {n} to {n2}', 'un nombre de {n} à {n2}'],
  ["{game} has no option '{name}'", '{game} n’a pas d’option « {name} »'],

  // Comptes
  ['say who you are: Authorization: Bearer TOKEN', 'dites qui vous êtes : en-tête Authorization, Bearer TOKEN'],
  ['not enough memory', 'pas assez de mémoire'],
  ['this name is taken', 'ce nom est pris'],
  ['a name has 1 to 24 characters, none of them " \\ [ ] { }', 'un nom a de 1 à 24 caractères, sans guillemets droits ni \\ [ ] { }'],
  ['a password has 8 to 200 bytes', 'un mot de passe a de 8 à 200 octets'],
  ['too many passwords: wait a little', 'trop de mots de passe : attendez un peu'],
  ['this is an account already', 'c’est déjà un compte'],
  ['too many passwords at once', 'trop de mots de passe à la fois'],
  ['this name and this password do not belong together', 'ce nom et ce mot de passe ne vont pas ensemble'],

  // Le moteur dans la page
  ['a player has resigned', 'un joueur a abandonné'],
  ['nobody can resign here', 'personne ne peut abandonner ici'],
  ['there is no such ticket', 'ce tirage n’existe pas'],
  ['a game gets its seed before it begins', 'une partie reçoit sa graine avant de commencer'],
  ['a seed has 64 hexadecimal digits and a table', 'une graine a 64 chiffres hexadécimaux et une table'],
  ['such a table cannot be made', 'une telle table est impossible'],
  ['a name has at most 63 bytes', 'un nom a au plus 63 octets'],
  ['a game that began from a position has no record', 'une partie commencée d’une position n’a pas d’enregistrement'],
  ['there is not enough memory to think', 'il n’y a pas assez de mémoire pour réfléchir'],

  // Enregistrements
  ['a tag is written [Name "value"]', 'une étiquette s’écrit [Nom « valeur »], entre guillemets droits'],
  ['the value of this tag does not end', 'la valeur de cette étiquette ne finit pas'],
  ['a tag ends with ]', 'une étiquette finit par ]'],
  ['this tag is too long', 'cette étiquette est trop longue'],
  ["a blank is missing after '{seat}'", 'il manque une espace après « {seat} »'],
  ["a move is missing after '{seat}'", 'il manque un coup après « {seat} »'],
  ['this move is too long', 'ce coup est trop long'],
  ['a comment begins with { here and does not end', 'un commentaire commence ici par { et ne finit pas'],
  ["'{text}' is neither a tag, a move nor a comment", '« {text} » n’est ni une étiquette, ni un coup, ni un commentaire'],
  ['this was said in a line before', 'cela a déjà été dit plus haut'],
  ['the tag {tag} is given twice', 'l’étiquette {tag} est donnée deux fois'],
  ['the tag {tag} is too long', 'l’étiquette {tag} est trop longue'],
  ['the tag {tag} is not written in hexadecimal (0-9, a-f)', 'l’étiquette {tag} n’est pas en hexadécimal (0-9, a-f)'],
  ['the tag {tag} is not a number', 'l’étiquette {tag} n’est pas un nombre'],
  ["no game is called '{name}'", 'aucun jeu ne s’appelle « {name} »'],
  ['the tag Table is made of letters, digits, - . _', 'l’étiquette Table est faite de lettres, de chiffres, de - . _'],
  ['the tag Game is missing', 'l’étiquette Game manque'],
  ['the tag Players is missing', 'l’étiquette Players manque'],
  ['this record is of rules version {n}; this program has version {n2}', 'cet enregistrement suit la version {n} des règles ; ce programme a la version {n2}'],
  ["'{move}' is not a move of {game}", '« {move} » n’est pas un coup de {game}'],
  ['{n} resigns: the game is over', 'le joueur {n} abandonne : la partie est finie'],
  ['a player has resigned, so the game has stopped', 'un joueur a abandonné, la partie est donc arrêtée'],
  ['this is not a move of {game}', 'ce n’est pas un coup de {game}'],
  ['Result *: the game is over, with {scores}', 'Result * : la partie est finie, avec {scores}'],
  ['Result {scores}: the game is not over', 'Result {scores} : la partie n’est pas finie'],
  ['Result {claimed}: the scores are {scores}', 'Result {claimed} : les scores sont {scores}'],

  // Tirages vérifiables
  ['the tag Commit is missing: this game was not drawn fairly, or nobody can know', 'l’étiquette Commit manque : cette partie n’a pas été tirée loyalement, ou personne ne peut le savoir'],
  ['the tag Table is missing', 'l’étiquette Table manque'],
  ['the tag Seed is missing: it is not revealed yet', 'l’étiquette Seed manque : la graine n’est pas encore révélée'],
  ['the tag Seed needs {n} hexadecimal digits', 'l’étiquette Seed demande {n} chiffres hexadécimaux'],
  ['the seed is not the one that was committed to: its hash is {hash}', 'la graine n’est pas celle qui était promise : son empreinte est {hash}'],
  ['a line of luck needs {%draw NUMBER TICKET/TOTAL FROM..TO}', 'une ligne de hasard demande {%draw NUMBER TICKET/TOTAL FROM..TO}'],
  ['this is draw {n}, not {n2}', 'c’est le tirage {n}, pas {n2}'],
  ['there are {n} tickets, not {n2}', 'il y a {n} billets, pas {n2}'],
  ['the ticket of draw {n} is {n2}, not {n3}', 'le billet du tirage {n} est {n2}, pas {n3}'],
  ["ticket {n} of {n2} is '{move}'", 'le billet {n} sur {n2} est « {move} »'],
  ['this outcome owns the tickets {n}..{n2}, not {n3}..{n4}', 'ce résultat a les billets {n}..{n2}, pas {n3}..{n4}'],
];

const general: Pair[] = [
  // Le plus général
  ['{team} stands on {cell}', '{cell} est occupée : {team}'],
  ['{n} {move}: {why}', 'joueur {n}, {move} : {why}'],
  ['* {move}: {why}', 'hasard, {move} : {why}'],
  ['R{n}.{n2}: {why}', 'R{n}.{n2} : {why}'],
  ['R{n}: {why}', 'R{n} : {why}'],
];

export const refusals: Pair[] = [...common, ...cyclades, ...mykerinos, ...myriath, ...myst, ...mytikas, ...general];
