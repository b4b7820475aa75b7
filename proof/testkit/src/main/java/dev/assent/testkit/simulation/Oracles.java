package dev.assent.testkit.simulation;

/**
 * The oracles of a world. Each watches one thing from beginning to end.
 *
 * @param folders which process has a log folder
 * @param calls what resources are asked
 * @param associations which connections work on a branch
 * @param outcomes the outcomes that clients get
 * @param incarnations the subordinates that a node makes of one transaction
 * @param remoteCalls calls under way, and their replies
 * @param answers what nodes answer each other
 * @param errors whether failures can be found
 */
record Oracles(
        FolderOracle folders,
        CallOracle calls,
        AssociationOracle associations,
        OutcomeOracle outcomes,
        IncarnationOracle incarnations,
        RemoteCallOracle remoteCalls,
        AnswerOracle answers,
        ErrorOracle errors) {
    static Oracles of(World world) {
        Ledger ledger = world.ledger();
        IncarnationOracle incarnations = new IncarnationOracle(ledger);
        RemoteCallOracle remoteCalls = new RemoteCallOracle(world);
        AnswerOracle answers = new AnswerOracle(ledger);
        return new Oracles(
                new FolderOracle(world),
                new CallOracle(ledger, remoteCalls),
                new AssociationOracle(world),
                new OutcomeOracle(world, incarnations, remoteCalls, answers),
                incarnations,
                remoteCalls,
                answers,
                new ErrorOracle(ledger));
    }
}
