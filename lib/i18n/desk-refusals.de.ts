/** The same of who decides, of people and of what they set up; written as `moneyRefusals` are. */
export const deskRefusals: Readonly<Record<string, string>> = {
  // Approvals
  "This request is {state} by {who}; ask again for what is still wanted.":
    "Diese Anforderung hat {who} schon entschieden: {state}. Fordern Sie erneut an, was noch gebraucht wird.",
  "This request is {state}; ask again for what is still wanted.":
    "Diese Anforderung wartet nicht mehr: {state}. Fordern Sie erneut an, was noch gebraucht wird.",
  "You asked for this yourself, or by a key of yours: a second person decides it, or you withdraw it.":
    "Das haben Sie selbst oder über einen eigenen Schlüssel angefordert: Eine zweite Person entscheidet es, oder Sie ziehen es zurück.",
  "You hold no role where this is decided.": "Sie haben keine Rolle dort, wo dies entschieden wird.",
  "You were given your role after this was asked for: somebody who held theirs before decides it.":
    "Sie haben Ihre Rolle erst nach dieser Anforderung erhalten: Jemand mit einer älteren Rolle entscheidet sie.",
  "You hold your role for too short a time to approve; somebody else decides it.":
    "Sie haben Ihre Rolle noch nicht lange genug, um freizugeben: Jemand anderes entscheidet.",
  "Who asked for this has made, promoted or reset you within the last 30 days: a third person decides it.":
    "Wer dies angefordert hat, hat Sie in den letzten 30 Tagen angelegt, befördert oder zurückgesetzt: Eine dritte Person entscheidet.",
  "Whoever approves has a second factor of their own: add one under Your account and sign in with it.":
    "Wer freigibt, braucht einen eigenen zweiten Faktor: Fügen Sie ihn unter Ihr Konto hinzu und melden Sie sich damit an.",
  "Somebody at the operator decides this.": "Dies entscheidet jemand beim Betreiber.",
  "The account has people of its own who may decide this.":
    "Das Konto hat eigene Personen, die dies entscheiden dürfen.",
  "You have agreed to this already: a second person of the operator decides it.":
    "Sie haben schon zugestimmt: Eine zweite Person des Betreibers entscheidet.",
  "Who asked for this may not ask for it any more: decline it, and have it asked for again.":
    "Wer dies angefordert hat, darf es nicht mehr: Lehnen Sie es ab und lassen Sie es neu anfordern.",
  "Only who asked for this may withdraw it; others approve or decline it.":
    "Nur wer dies angefordert hat, zieht es zurück; andere geben es frei oder lehnen es ab.",
  "The operator holds this deposit: its compliance decides.":
    "Der Betreiber hält diese Einzahlung an: Seine Compliance entscheidet.",
  "You made the file: somebody else says that the bank has not executed it.":
    "Sie haben die Datei erstellt: Jemand anderes erklärt, dass die Bank sie nicht ausgeführt hat.",
  "You asked for this move: somebody else links what proves it.":
    "Sie haben diese Umbuchung angefordert: Jemand anderes verknüpft, was sie belegt.",
  "Nobody of the account decides what is assigned to it.":
    "Niemand aus dem Konto entscheidet, was ihm zugeordnet wird.",
  "Somebody else ordered this file: they remove it, or an administrator does.":
    "Jemand anderes hat diese Datei angefordert: Sie wird von dieser Person oder der Verwaltung entfernt.",
  "{setting} is set by the operator, for this account or for all.":
    "{setting} legt der Betreiber fest, für dieses Konto oder für alle.",
  "Your account asks for a second factor; add one under Your account first.":
    "Ihr Konto verlangt einen zweiten Faktor: Fügen Sie ihn zuerst unter Ihr Konto hinzu.",
  "Show your second factor first: this session was opened without it.":
    "Weisen Sie zuerst Ihren zweiten Faktor nach: Diese Sitzung wurde ohne ihn geöffnet.",
  "Prove your second factor again: the last time is too long ago for this.":
    "Weisen Sie Ihren zweiten Faktor erneut nach: Das letzte Mal liegt dafür zu lange zurück.",
  "Sign in again to add your first second factor: this session is too old for it.":
    "Melden Sie sich erneut an, um Ihren ersten zweiten Faktor hinzuzufügen: Diese Sitzung ist dafür zu alt.",
  // People
  "Sign in to accept: this desk takes no passwords.":
    "Melden Sie sich an, um anzunehmen: Hier gibt es keine Passwörter.",
  "You have a sign-in already; sign in to accept.": "Sie haben schon einen Zugang: Melden Sie sich an, um anzunehmen.",
  "This invitation is for another address; sign in as that person.":
    "Diese Einladung gilt für eine andere Adresse: Melden Sie sich als diese Person an.",
  "Somebody in this account, or at its operator, is named as you are: have another address of yours invited and choose another name by its link.":
    "Jemand in diesem Konto oder beim Betreiber heißt wie Sie: Lassen Sie eine andere Adresse von Ihnen einladen und wählen Sie dort einen anderen Namen.",
  "This link can be used from {time} on.": "Dieser Link gilt ab {time}.",
  "{email} has a role in {account} already; change that one.":
    "{email} hat in {account} schon eine Rolle: Ändern Sie diese.",
  "{email} is invited already; send it again or revoke it first.":
    "{email} ist schon eingeladen: Senden Sie die Einladung erneut oder widerrufen Sie sie zuerst.",
  "{count} invitations wait already; revoke one first.":
    "{count} Einladungen sind schon offen: Widerrufen Sie zuerst eine.",
  "This person signs in by single sign-on and has no password here.":
    "Diese Person meldet sich per Single Sign-on an und hat hier kein Passwort.",
  "You have {count} passkeys; take one away first.": "Sie haben {count} Passkeys: Entfernen Sie zuerst einen.",
  "An account of this person would have no administrator; make one first.":
    "Ein Konto dieser Person hätte keine Verwaltung mehr: Machen Sie zuerst jemanden dazu.",
  "No authenticator waits for its first code; begin anew.":
    "Keine Authenticator-App wartet auf ihren ersten Code: Beginnen Sie neu.",
  "There is no authenticator app to take away.": "Es gibt keine Authenticator-App, die entfernt werden kann.",
  "Add a second factor first; recovery codes stand in for one.":
    "Fügen Sie zuerst einen zweiten Faktor hinzu: Wiederherstellungscodes ersetzen ihn.",
  "{account} asks for a second factor; add another one first.":
    "{account} verlangt einen zweiten Faktor: Fügen Sie zuerst einen anderen hinzu.",
  "A group of the single sign-on gives this role: change the group there, or shut the account to this person here.":
    "Eine Gruppe des Single Sign-on gibt diese Rolle: Ändern Sie die Gruppe dort, oder sperren Sie das Konto hier für diese Person.",
  "This person has no second factor.": "Diese Person hat keinen zweiten Faktor.",
  "The account needs an administrator; make somebody else one first.":
    "Das Konto braucht eine Verwaltung: Machen Sie zuerst jemand anderen dazu.",
  // Keys, webhooks, files, views and rules
  "{account} has {count} active keys already; revoke one first.":
    "{account} hat schon {count} aktive Schlüssel: Widerrufen Sie zuerst einen.",
  "{account} has {count} webhook endpoints already; delete one first.":
    "{account} hat schon {count} Webhook-Endpunkte: Löschen Sie zuerst einen.",
  "The endpoint is disabled; enable it first.": "Der Endpunkt ist deaktiviert: Aktivieren Sie ihn zuerst.",
  "Another proof of this endpoint is running; wait until it has ended.":
    "Eine andere Prüfung dieses Endpunkts läuft: Warten Sie, bis sie beendet ist.",
  "{count} files wait to be written already: ask again once one is ready.":
    "{count} Dateien warten schon: Fordern Sie weitere an, sobald eine fertig ist.",
  "The account's files take 4 GB already: remove those that were downloaded.":
    "Die Dateien des Kontos belegen schon 4 GB: Entfernen Sie die heruntergeladenen.",
  "Only a file that could not be written is written again.":
    "Nur eine fehlgeschlagene Datei lässt sich erneut erzeugen.",
  "This export is {state}; only one that is ready has a file.":
    "Dieser Export ist nicht fertig: {state}. Erst ein fertiger hat eine Datei.",
  "You keep {count} views already; delete one first.": "Sie haben schon {count} Ansichten: Löschen Sie zuerst eine.",
  "You keep a view named {name} here already; choose another name.":
    "Sie haben hier schon eine Ansicht {name}: Wählen Sie einen anderen Namen.",
  "This installation sends no mail: SMTP_URL is not set.":
    "Diese Installation sendet keine E-Mails: SMTP_URL ist nicht gesetzt.",
  "A rule by BELL sends nothing to test.": "Eine Regel für die Glocke sendet nichts, was sich testen lässt.",
  "{account} has {count} rules already; delete one first.":
    "{account} hat schon {count} Regeln: Löschen Sie zuerst eine.",
  // Chains, wallets and lists
  "The chain {network} is neither paused nor held up by a shorter branch.":
    "Die Chain {network} ist weder pausiert noch durch einen kürzeren Zweig aufgehalten.",
  "The chain {network} has not been looked at yet.": "Die Chain {network} wurde noch nicht abgefragt.",
  "The node of {network} is not scanned.": "Der Knoten von {network} wird nicht durchsucht.",
  "{network} is being scanned already.": "{network} wird schon durchsucht.",
  "{network} is not being scanned.": "{network} wird nicht durchsucht.",
  "This extended public key, or Safe, is a wallet already.":
    "Dieser erweiterte öffentliche Schlüssel oder Safe ist schon eine Wallet.",
  "There is no Safe of version 1.3.0 or 1.4.1 at this address of the chain eth.":
    "An dieser Adresse von eth gibt es keinen Safe der Version 1.3.0 oder 1.4.1.",
  "This wallet is active already.": "Diese Wallet ist schon aktiv.",
  "The addresses this key has used before are still being looked for.":
    "Die früher benutzten Adressen dieses Schlüssels werden noch gesucht.",
  "This wallet is not active.": "Diese Wallet ist nicht aktiv.",
  "The operator's wallet is replaced by activating another one of its kind.":
    "Die Wallet des Betreibers wird ersetzt, indem eine andere ihrer Art aktiviert wird.",
  "The list of {date} is in use; this one of {older} is older.":
    "Die Liste vom {date} ist in Gebrauch; diese vom {older} ist älter.",
  // What was typed into a form
  "Incorrect password.": "Das Passwort ist nicht richtig.",
  "This code is not right or was used before; wait for the next one.":
    "Dieser Code ist falsch oder wurde schon benutzt: Warten Sie auf den nächsten.",
  "This passkey was not accepted; begin anew.": "Dieser Passkey wurde nicht angenommen: Beginnen Sie neu.",
  "This passkey was not accepted; try again, or use a code.":
    "Dieser Passkey wurde nicht angenommen: Versuchen Sie es erneut oder nehmen Sie einen Code.",
  "Somebody in this account, or at its operator, is named so already; add a word.":
    "Jemand in diesem Konto oder beim Betreiber heißt schon so: Ergänzen Sie den Namen.",
  "The operator allows {setting} up to {bound} on.": "Der Betreiber erlaubt höchstens {bound}.",
  "The operator allows {setting} from {bound} on.": "Der Betreiber erlaubt mindestens {bound}.",
  "This beneficiary takes {asset} only.": "Dieser Empfänger nimmt nur {asset}.",
  "{place} does not hold this asset.": "{place} führt dieses Asset nicht.",
  "{place} has no account in {asset} on the list of destinations.":
    "{place} hat in der Liste der Ziele kein Konto dafür.",
  "ETH and TRX are on the list for the owner alone: a move of GAS names an address of ours.":
    "ETH und TRX stehen nur für den Eigentümer auf der Liste: Eine Umbuchung von Gas nennt eine eigene Adresse.",
  "A key expires in the future.": "Ein Schlüssel läuft in der Zukunft ab.",
  "firstAddress is not this wallet's first address: compare the key with its owner's.":
    "Dies ist nicht die erste Adresse dieser Wallet: Vergleichen Sie den Schlüssel mit dem seines Inhabers.",
  "The origin of the key must be written as in {example}.": "Die Herkunft des Schlüssels muss wie in {example} stehen.",
  "path is not the one that the key's origin names.": "Der Pfad ist nicht der aus der Herkunft des Schlüssels.",
  "The address of the Safe is mistyped: its letters do not hold.":
    "Die Adresse des Safes ist falsch geschrieben: Ihre Prüfsumme stimmt nicht.",
  "The extended public key is one of a test network; give the main network's.":
    "Der erweiterte öffentliche Schlüssel gehört zu einem Testnetz: Geben Sie den des Hauptnetzes ein.",
  "The extended public key is of an unknown kind; give an xpub, ypub or zpub.":
    "Der erweiterte öffentliche Schlüssel ist von unbekannter Art: Geben Sie einen xpub, ypub oder zpub ein.",
  "The extended public key holds no valid public key; copy the whole xpub, ypub or zpub again.":
    "Der erweiterte öffentliche Schlüssel ist nicht gültig: Kopieren Sie den ganzen xpub, ypub oder zpub erneut.",
  "The extended public key is damaged or incomplete; copy the whole xpub, ypub or zpub again.":
    "Der erweiterte öffentliche Schlüssel ist beschädigt oder unvollständig: Kopieren Sie den ganzen xpub, ypub oder zpub erneut.",
  "The extended public key is not an account's; export the one at m/purpose'/coin'/account', depth 3.":
    "Der erweiterte öffentliche Schlüssel ist nicht der eines Kontos: Exportieren Sie den unter m/purpose'/coin'/account'.",
  "xpub must be an extended public key, and this one is private: treat it as exposed, and never enter it anywhere.":
    "Dies ist ein privater Schlüssel: Betrachten Sie ihn als offengelegt und geben Sie ihn nirgends ein.",
  "url must be an https address such as https://psp.example/webhooks.":
    "Die URL muss eine https-Adresse sein, wie https://psp.example/webhooks.",
  "url must have no user, password or fragment.": "Die URL darf weder Benutzer noch Passwort noch Fragment haben.",
  "url must be https.": "Die URL muss mit https beginnen.",
  "url must not use the port of another service.": "Die URL darf nicht den Port eines anderen Dienstes haben.",
  "url must name a host with its domain.": "Die URL muss einen Host mit seiner Domain nennen.",
  "url names a host without an address.": "Die URL nennt einen Host ohne Adresse.",
  "{place} has no account in this currency on the list of destinations.":
    "{place} hat in der Liste der Ziele kein Konto in dieser Währung.",
};
