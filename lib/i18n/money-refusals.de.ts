/**
 * The German of what the API refuses because of where money stands: its English sentence, then ours. What stands in braces
 * is a fact, in both under the same name; the first sentence that fits is taken.
 */
export const moneyRefusals: Readonly<Record<string, string>> = {
  // Payouts, beneficiaries and bank files
  "This payout stands in no file for a bank: cancel what was prepared.":
    "Diese Auszahlung steht in keiner Bankdatei: Stornieren Sie, was vorbereitet wurde.",
  "{place} was debited by a line that nothing explains, and that may be this payout: {reference}. Decide its case first.":
    "{place} wurde mit einer ungeklärten Zeile belastet, die diese Auszahlung sein kann: {reference}. Entscheiden Sie zuerst deren Fall.",
  "The payout {payoutId} is not what was asked for, or goes elsewhere than its record says: nothing of it leaves. Run desk check.":
    "Die Auszahlung {payoutId} ist nicht, was angefragt wurde, oder geht woandershin, als ihr Protokoll sagt: Davon geht nichts ab. Führen Sie desk check aus.",
  "This move is not what was asked for, or goes elsewhere than its record says: nothing of it leaves. Run desk check.":
    "Diese Umbuchung ist nicht, was angefragt wurde, oder geht woandershin, als ihr Protokoll sagt: Davon geht nichts ab. Führen Sie desk check aus.",
  "This transaction pays {id} otherwise than was agreed to: cancel it, and run desk check.":
    "Diese Transaktion zahlt {id} anders, als freigegeben wurde: Stornieren Sie sie und führen Sie desk check aus.",
  "This payout is not an approved one of {network}.": "Diese Auszahlung ist keine freigegebene auf {network}.",
  "This payout is not one of {network}.": "Diese Auszahlung geht nicht über {network}.",
  "One of these payouts is not an approved one of eth.": "Eine dieser Auszahlungen ist keine freigegebene auf eth.",
  "This payout is {state}.": "Diese Auszahlung ist nicht mehr im erwarteten Status, sondern: {state}.",
  "This payout does not wait any more for what this transaction has paid.":
    "Diese Auszahlung wartet nicht mehr auf das, was diese Transaktion gezahlt hat.",
  "This transaction was sent for the payout {payoutId} and has paid another quantity: the operator ends that payout by it.":
    "Diese Transaktion wurde für die Auszahlung {payoutId} gesendet und hat eine andere Menge gezahlt: Der Betreiber beendet diese Auszahlung damit.",
  "This transaction was sent for another payout and has paid another quantity: the operator ends that payout by it.":
    "Diese Transaktion wurde für eine andere Auszahlung gesendet und hat eine andere Menge gezahlt: Der Betreiber beendet diese Auszahlung damit.",
  "This payout has not left by this transaction.": "Diese Auszahlung ist nicht mit dieser Transaktion abgegangen.",
  "The bank's line is not over the payout's amount.": "Die Zeile der Bank lautet nicht über den Betrag der Auszahlung.",
  "The bank's line does not bring this payout back.": "Die Zeile der Bank bringt diese Auszahlung nicht zurück.",
  "There is no destination bank:{bank} in {currency} to pay from.":
    "Es gibt kein Ziel bank:{bank} in {currency}, von dem gezahlt werden kann.",
  "The database was restored, and payouts in {currency} may have been paid since: take in the statement of bank:{bank} up to the restore first.":
    "Die Datenbank wurde wiederhergestellt, und Auszahlungen in {currency} können seither gezahlt worden sein: Lesen Sie zuerst den Kontoauszug von bank:{bank} bis zur Wiederherstellung ein.",
  "No approved payout in {currency} waits for a file.":
    "Keine freigegebene Auszahlung in {currency} wartet auf eine Datei.",
  "This refund link was used or ended already.": "Dieser Erstattungslink wurde schon benutzt oder beendet.",
  "This refund is held: its address stands on the list of sanctioned addresses.":
    "Diese Erstattung ist angehalten: Ihre Adresse steht auf der Sanktionsliste.",
  "This transaction pays exactly this to no beneficiary of the account: first add the place.":
    "Diese Transaktion zahlt genau dies an keinen Empfänger des Kontos: Fügen Sie ihn zuerst hinzu.",
  "This place is on the account's list of beneficiaries already.":
    "Dieser Empfänger steht schon auf der Liste des Kontos.",
  "This beneficiary is {state} already.": "Dieser Empfänger hat schon den Status {state}.",
  "A new bank account is paid from {time} on.": "An ein neues Bankkonto wird ab {time} gezahlt.",
  "This beneficiary is {state}: nothing goes there.": "An diesen Empfänger wird nicht gezahlt: {state}.",
  "This beneficiary is held: its address stands on the list of sanctioned addresses.":
    "Dieser Empfänger ist angehalten: Seine Adresse steht auf der Sanktionsliste.",
  "This beneficiary does not wait any more.": "Dieser Empfänger wartet nicht mehr auf Freigabe.",
  "This transaction has {count} of {required} confirmations: record the payout once it is final.":
    "Diese Transaktion hat {count} von {required} Bestätigungen: Erfassen Sie die Auszahlung, sobald sie endgültig ist.",
  "No block of {network} has a transaction of ours with this txHash that pays exactly this, there, and is not another payout's.":
    "Kein Block von {network} hat eine Transaktion des Betreibers mit diesem Hash, die genau dies dorthin zahlt und zu keiner anderen Auszahlung gehört.",
  // Banks
  "This line belongs to something already.": "Diese Zeile ist schon zugeordnet.",
  "Another mapping was set for this account meanwhile: look at it again.":
    "Für dieses Bankkonto wurde inzwischen eine andere Zuordnung festgelegt: Prüfen Sie sie erneut.",
  "There is no mapping for statements of {place} in {currency}: set one first.":
    "Für Kontoauszüge von {place} in {currency} gibt es keine Zuordnung: Legen Sie zuerst eine fest.",
  "The mapping of this account has changed since: upload the file again.":
    "Die Zuordnung dieses Bankkontos hat sich seither geändert: Laden Sie die Datei erneut hoch.",
  "This transfer belongs to something already.": "Dieser Transfer ist schon zugeordnet.",
  "This transfer is {state}: what is not done is not linked.":
    "Dieser Transfer ist nicht abgeschlossen und lässt sich nicht verknüpfen.",
  // Cases and resolutions
  "What waits for a second person is approved or declined; until then it stays.":
    "Was auf eine zweite Person wartet, wird freigegeben oder abgelehnt; bis dahin bleibt der Fall offen.",
  "Hours that a restore has lost are stated under Payouts; until then this stays.":
    "Die verlorenen Stunden einer Wiederherstellung werden unter Auszahlungen erklärt; bis dahin bleibt der Fall offen.",
  "This case is closed already.": "Dieser Fall ist schon geschlossen.",
  "This case is not closed.": "Dieser Fall ist nicht geschlossen.",
  "This is no crypto that came to an address of no bill: it has no deposit.":
    "Dies ist keine Krypto, die an eine Adresse ohne Rechnung kam: Es gibt dazu keine Einzahlung.",
  "This bill is not in the asset that came.": "Diese Rechnung lautet nicht auf das eingegangene Asset.",
  "Its sender is on the list of sanctions: it is assigned to nobody.":
    "Der Absender steht auf der Sanktionsliste: Es wird niemandem zugeordnet.",
  "This was a deposit of the payment {payment} before: what was sold or paid out of it stands there. Assign it to that one.":
    "Dies war schon eine Einzahlung der Zahlung {payment}, bei der Verkauf oder Auszahlung stehen. Ordnen Sie es dieser zu.",
  "A deposit of the wrong asset cannot be released; pay it back or decline it.":
    "Eine Einzahlung des falschen Assets lässt sich nicht freigeben: Erstatten Sie sie oder lehnen Sie sie ab.",
  "Only a held deposit can be decided; this one is {state}.":
    "Nur eine angehaltene Einzahlung wird entschieden; diese hat den Status {state}.",
  "A deposit that is {state} cannot become {other}.":
    "Eine Einzahlung mit dem Status {state} kann nicht zu {other} werden.",
  "What became of this order is known: there is nothing to state.":
    "Was aus diesem Auftrag wurde, ist bekannt: Es gibt nichts zu erklären.",
  "This order may still reach the venue: wait a minute, then look there again.":
    "Dieser Auftrag kann den Handelsplatz noch erreichen: Warten Sie eine Minute und prüfen Sie dort erneut.",
  "The venue has carried this order out: it is booked with the next look.":
    "Der Handelsplatz hat diesen Auftrag ausgeführt: Er wird mit der nächsten Abfrage gebucht.",
  "Of crypto, an account is assigned what came to an address of no bill: every unit of theirs is a deposit's. Take this as OWN, and give it back by a move of CAPITAL_OUT.":
    "Von Krypto wird einem Konto nur zugeordnet, was an eine Adresse ohne Rechnung kam. Übernehmen Sie dies als eigene Mittel und geben Sie es durch eine Kapitalentnahme zurück.",
  "This does not stand unassigned: it belongs to something, was resolved, or is not confirmed.":
    "Dies ist nicht unzugeordnet: Es gehört zu etwas, wurde geklärt oder ist unbestätigt.",
  "This is neither a payout of fiat made elsewhere that no bank has told of, nor one of crypto whose transaction is gone and spent otherwise for a day, nor a move that has arrived, as a venue, bank or chain tells, and that nothing tells as left.":
    "Das ist weder eine anderswo ausgeführte Fiat-Auszahlung, von der keine Bank meldet, noch eine Krypto-Auszahlung, deren Transaktion fort und seit einem Tag anders ausgegeben ist, noch eine Umbuchung, deren Ankunft ein Handelsplatz, eine Bank oder eine Blockchain meldet und deren Abgang nichts belegt.",
  "This came with the newest block: look again after the next one.":
    "Das kam mit dem neuesten Block: Versuchen Sie es nach dem nächsten erneut.",
  "This does not stand missing: it belongs to something, was resolved, is not final, or is on its way for less than a day.":
    "Dies fehlt nicht: Es gehört zu etwas, ist schon geklärt, ist noch nicht endgültig oder seit weniger als einem Tag unterwegs.",
  "This was resolved: it is linked to nothing any more.": "Dies wurde geklärt und wird nicht mehr verknüpft.",
  // Conversions
  "A conversion that is {state} cannot be executed.": "Ein Umtausch mit dem Status {state} lässt sich nicht ausführen.",
  "A conversion that is {state} cannot be quoted.":
    "Für einen Umtausch mit dem Status {state} gibt es kein Kursangebot.",
  "A conversion that is CANCELLED cannot become {state}.": "Dieser Umtausch ist storniert.",
  "A conversion that is {state} cannot become CANCELLED.":
    "Ein Umtausch mit dem Status {state} lässt sich nicht stornieren.",
  "A conversion that is {state} cannot become {other}.":
    "Ein Umtausch mit dem Status {state} kann nicht zu {other} werden.",
  // Moves and destinations
  "This destination is on the list already.": "Dieses Ziel steht schon auf der Liste.",
  "This destination is off the list.": "Dieses Ziel steht nicht mehr auf der Liste.",
  "This destination has ended already.": "Dieses Ziel ist schon beendet.",
  "This move has left by another transaction already.":
    "Diese Umbuchung ist schon mit einer anderen Transaktion abgegangen.",
  "This transaction is in no block, or does not give the address that the move names its quantity: ask for a move of what has gone.":
    "Diese Transaktion ist in keinem Block oder gibt der Adresse der Umbuchung nicht deren Menge: Fordern Sie eine Umbuchung über das Abgegangene an.",
  "This transaction is in no block, or pays the move's quantity by no output that is not explained: ask for a move of what has left.":
    "Diese Transaktion ist in keinem Block, oder kein ungeklärter Ausgang zahlt die Menge der Umbuchung: Fordern Sie eine Umbuchung über das Abgegangene an.",
  "Only what a venue tells is linked here: chains and banks tell of theirs.":
    "Nur Transfers eines Handelsplatzes werden hier verknüpft: Chains und Banken melden die ihren selbst.",
  "This venue reports its transfers: link the one that it has reported, by POST /house/v1/venue-transfers/{transferId}/link.":
    "Dieser Handelsplatz meldet seine Transfers: Verknüpfen Sie den gemeldeten unter Treasury, Transfers.",
  "This move does not go by {place} in this asset, or not that way.":
    "Diese Umbuchung geht nicht in diesem Asset oder nicht in dieser Richtung über {place}.",
  "The venue is carrying this move out: cancel its withdrawal {reference} there first.":
    "Der Handelsplatz führt diese Umbuchung aus: Stornieren Sie zuerst dort die Auszahlung {reference}.",
  "This move is {state}: only what is on its way comes back.":
    "Diese Umbuchung ist nicht unterwegs und kommt darum nicht zurück: {state}.",
  "This move is of another asset.": "Diese Umbuchung hat ein anderes Asset.",
  "More has come than has left for this move.": "Es ist mehr gekommen, als für diese Umbuchung abgegangen ist.",
  "This move is {state}: nobody expects it.": "Diese Umbuchung wird nicht erwartet: {state}.",
  "This move has no place it leaves.": "Diese Umbuchung geht von keinem Ort ab.",
  "This move has no place it arrives at.": "Diese Umbuchung kommt an keinem Ort an.",
  "This move has left, or arrived, by something else already.":
    "Diese Umbuchung ist schon durch etwas anderes abgegangen oder angekommen.",
  "This is more than was agreed to.": "Dies ist mehr, als freigegeben wurde.",
  "More has arrived than has left.": "Es ist mehr angekommen, als abgegangen ist.",
  "This proves another move already.": "Dies belegt schon eine andere Umbuchung.",
  "This move does not leave custody:{network}.": "Diese Umbuchung geht nicht von custody:{network} ab.",
  "This move stands in a prepared transaction: cancel that first.":
    "Diese Umbuchung steht in einer vorbereiteten Transaktion: Stornieren Sie diese zuerst.",
  "A transaction that pays this move was seen, and no block has it yet: {hash}.":
    "Eine Transaktion, die diese Umbuchung zahlt, wurde gesehen und ist noch in keinem Block: {hash}.",
  "This move is known to have arrived and cannot be {verb}.":
    "Diese Umbuchung ist bekanntlich angekommen: Sie lässt sich nicht mehr ändern.",
  "This move is {state} and cannot be {verb}.": "Bei einer Umbuchung mit dem Status {state} ist dies nicht möglich.",
  "The move has changed meanwhile: look at it again.":
    "Die Umbuchung hat sich inzwischen geändert: Prüfen Sie sie erneut.",
  // What is signed elsewhere
  "This transaction is {state} and cannot be cancelled.":
    "Eine Transaktion mit dem Status {state} lässt sich nicht stornieren.",
  "This transaction is {state} and cannot be sent.": "Eine Transaktion mit dem Status {state} lässt sich nicht senden.",
  "This transaction is {state} and not on its way.": "Diese Transaktion ist nicht unterwegs: {state}.",
  "This transaction is being replaced already.": "Diese Transaktion wird schon ersetzt.",
  "This transaction is {state}, by another signature.":
    "Diese Transaktion ist mit einer anderen Signatur schon im Status {state}.",
  "This transaction is CANCELLED.": "Diese Transaktion ist storniert.",
  "This transaction expired at {time}: prepare it anew.":
    "Diese Transaktion ist am {time} abgelaufen: Bereiten Sie sie neu vor.",
  "The owners of the Safe can still execute this batch: have the Safe use its number up by another transaction.":
    "Die Inhaber des Safes können diesen Stapel noch ausführen: Lassen Sie die Nonce des Safes durch eine andere Transaktion verbrauchen.",
  "Anyone who has signed it can send it until it has expired, at {time}.":
    "Wer sie signiert hat, kann sie noch senden, bis sie abläuft: {time}.",
  "One transaction brings at most 9 007 199 254 TRX.": "Eine Transaktion bringt höchstens 9 007 199 254 TRX.",
  "{network} knows no replacement.": "{network} kennt kein Ersetzen von Transaktionen.",
  "The chain eth has no Safe at this address any more.": "Auf eth gibt es an dieser Adresse keinen Safe mehr.",
  "What was prepared for this before and cancelled ({id}) could still be signed and sent, and {what} excludes it.":
    "Was dafür früher vorbereitet und storniert wurde ({id}), kann noch signiert und gesendet werden, und nichts schließt das aus.",
  "What was prepared for this before and cancelled ({id}) could still be signed and sent, and none of its coins is free to exclude that.":
    "Was dafür früher vorbereitet und storniert wurde ({id}), kann noch signiert und gesendet werden, und keiner seiner Coins ist frei, um das auszuschließen.",
  "A coin of it went with the block of {hash}: cancel it and prepare another, or wait until a block has that again.":
    "Ein Coin davon ging mit dem Block von {hash}: Stornieren Sie sie und bereiten Sie eine andere vor, oder warten Sie, bis ein Block diese wieder hat.",
  "A coin of it is spent by {hash}: cancel it and prepare another.":
    "Ein Coin davon ist durch {hash} ausgegeben: Stornieren Sie sie und bereiten Sie eine andere vor.",
  "The owners of the Safe sign and execute a batch there: nothing comes back here.":
    "Einen Stapel signieren und führen die Inhaber des Safes dort aus: Hierher kommt nichts zurück.",
  "A batch is signed by the owners of its Safe, whose keys are nowhere here.":
    "Einen Stapel signieren die Inhaber seines Safes, deren Schlüssel nicht hier sind.",
  "{rate} gwei for a gas is above the operator's gasPrice of {most}.":
    "{rate} gwei je Gas liegt über dem Limit des Betreibers von {most} (gasPrice).",
  "{rate} sun for energy is above the operator's energyPrice of {most}.":
    "{rate} sun je Energie liegt über dem Limit des Betreibers von {most} (energyPrice).",
  "A fee of {fee} for {size} bytes is above the operator's networkFeeRate of {most} for each.":
    "Eine Gebühr von {fee} für {size} Byte liegt über dem Limit des Betreibers von {most} je Byte (networkFeeRate).",
  "A fee of {fee} is above the operator's networkFeeBps of {most} of the {paid} that are paid.":
    "Eine Gebühr von {fee} liegt über dem Limit des Betreibers von {most} Basispunkten der gezahlten {paid} (networkFeeBps).",
  "The coins have changed meanwhile: ask again.": "Die Coins haben sich inzwischen geändert: Versuchen Sie es erneut.",
  "{amount} is less than the network passes on ({least}).":
    "{amount} ist weniger, als das Netzwerk weitergibt ({least}).",
  "The database was restored, and this may have left since: it waits until a block of {network} made two hours after the restore has its confirmations.":
    "Die Datenbank wurde wiederhergestellt, und dies kann seither abgegangen sein: Es wartet, bis ein zwei Stunden nach der Wiederherstellung erzeugter Block von {network} seine Bestätigungen hat.",
  "The database was restored, and this may have left since: it waits until a block of {network} made after the restore has its confirmations.":
    "Die Datenbank wurde wiederhergestellt, und dies kann seither abgegangen sein: Es wartet, bis ein danach erzeugter Block von {network} seine Bestätigungen hat.",
  "A transaction that pays this was seen, and no block has it yet: {hash}.":
    "Eine Transaktion, die dies zahlt, wurde gesehen und ist noch in keinem Block: {hash}.",
  "The database was restored, and this may have been sent before: a transaction of {address} waits at the node of eth. Prepare it once a block has that one and it was not this.":
    "Die Datenbank wurde wiederhergestellt, und dies kann vorher gesendet worden sein: Eine Transaktion von {address} wartet am Knoten von eth. Bereiten Sie es vor, sobald jene in einem Block ist und es nicht dies war.",
  "No restore waits for this statement: none was made, or it has been stated.":
    "Keine Wiederherstellung wartet auf diese Erklärung: Es gab keine, oder sie ist erklärt.",
  "This was asked for of the hours that another restore has lost: ask again.":
    "Dies betrifft die verlorenen Stunden einer anderen Wiederherstellung: Fordern Sie es erneut an.",
  "Somebody has stated this at the same moment.": "Jemand anderes hat dies im selben Moment erklärt.",
};
