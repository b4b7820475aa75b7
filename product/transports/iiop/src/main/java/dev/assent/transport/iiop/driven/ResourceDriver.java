package dev.assent.transport.iiop.driven;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.HeuristicCommit;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.HeuristicRollback;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.Vote;

/** Drives a Resource and reads its answer (Transaction Service 1.4, Resource interface). Pure functions. */
final class ResourceDriver {
    private ResourceDriver() {}

    /** The answer to a verb; throws a system exception as it is. */
    static Answer ask(RemoteVerb verb, Resource resource) {
        try {
            return invoke(verb, resource);
        } catch (HeuristicRollback heuristic) {
            return Answer.HEURISTIC_ROLLBACK;
        } catch (HeuristicCommit heuristic) {
            return Answer.HEURISTIC_COMMIT;
        } catch (HeuristicMixed heuristic) {
            return Answer.HEURISTIC_MIXED;
        } catch (HeuristicHazard heuristic) {
            return Answer.HEURISTIC_HAZARD;
        } catch (NotPrepared claimed) {
            return Answer.DOUBTFUL;
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected); // the stub throws none that is not declared
        }
    }

    private static Answer invoke(RemoteVerb verb, Resource resource) throws UserException {
        switch (verb) {
            case PREPARE -> {
                return vote(resource.prepare());
            }
            case COMMIT -> resource.commit();
            case ROLLBACK -> resource.rollback();
            case COMMIT_ONE_PHASE -> resource.commit_one_phase();
            case FORGET -> resource.forget();
            case BEFORE_COMPLETION -> throw new IllegalArgumentException("a Resource has no synchronizations");
        }
        return Answer.DONE;
    }

    private static Answer vote(Vote vote) {
        return switch (vote.value()) {
            case Vote._VoteCommit -> Answer.PREPARED;
            case Vote._VoteRollback -> Answer.ROLLED_BACK;
            default -> Answer.READ_ONLY;
        };
    }
}
