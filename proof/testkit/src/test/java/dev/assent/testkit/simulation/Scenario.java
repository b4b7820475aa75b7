package dev.assent.testkit.simulation;

import dev.assent.testkit.simulation.Plan.End;
import java.util.List;

/** Fixed worlds without chance faults, to try every crash in. */
enum Scenario {
    NOTHING(plans(Plan.commit(0)), 0, 0),
    ONE_PHASE(plans(Plan.commit(1)), 0, 0),
    TWO_BRANCHES(plans(Plan.commit(2)), 0, 1),
    THREE_BRANCHES(plans(Plan.commit(3)), 0, 1),
    ONE_READER(plans(Plan.ended(3, End.COMMIT, 1)), 0, 1),
    ALL_READERS(plans(Plan.ended(2, End.COMMIT, 2)), 0, 0),
    ROLLBACK(plans(Plan.ended(2, End.ROLLBACK, 0)), 0, 0),
    MARKED(plans(Plan.ended(2, End.MARK, 0)), 0, 0),
    TIMEOUT(plans(Plan.ended(2, End.ABANDON, 0)), 0, 0),
    TWO_IN_A_ROW(plans(Plan.commit(2), Plan.commit(2)), 0, 2),
    LAST_RESOURCE(plans(Plan.commit(3).withLast(1)), 0, 2),
    LAST_RESOURCE_WITH_MARKER(plans(Plan.commit(3).withLast(1)), 0, 2),
    LAST_RESOURCE_ALONE(plans(Plan.commit(1).withLast(0)), 0, 0),
    LAST_RESOURCE_WITH_READERS(plans(Plan.ended(3, End.COMMIT, 2).withLast(2)), 0, 0),
    LAST_RESOURCE_ROLLS_BACK(plans(Plan.ended(2, End.ROLLBACK, 0).withLast(0)), 0, 0),
    LAST_RESOURCE_AND_FULL_LOG(plans(Plan.commit(2).withLast(0), Plan.commit(3).withLast(2)), 0, -1),
    OWN_DECISIONS(plans(Plan.commit(2)), 1, -1),
    FULL_LOG(plans(Plan.commit(2), Plan.commit(3), Plan.commit(2)), 0, -1),
    OPERATOR(plans(Plan.commit(2), Plan.commit(2)), 0, -1),
    OPERATOR_AND_OWN_DECISIONS(plans(Plan.commit(2), Plan.commit(2)), 1, -1);

    private final List<Plan> plans;
    private final double ownDecision;
    private final int forces;

    Scenario(List<Plan> plans, double ownDecision, int forces) {
        this.plans = plans;
        this.ownDecision = ownDecision;
        this.forces = forces;
    }

    private static List<Plan> plans(Plan... plans) {
        return List.of(plans);
    }

    /** How many forced writes the standard path takes (law 4); -1 where chance has a part in it. */
    int forces() {
        return forces;
    }

    /** The world of this scenario. */
    Profile profile(boolean isInline, long resourceCrashCall, double power, Long... atCalls) {
        int ballast = name().endsWith("FULL_LOG") ? 59_976 : 0; // leaves 468 bytes to transactions
        double markers = name().endsWith("MARKER") ? 1 : 0;
        double inline = isInline ? 1 : 0;
        int acts = name().startsWith("OPERATOR") ? 12 : 0;
        return new Profile(
                new Profile.Load(3, 1, plans.size(), plans, ballast, true, acts, markers),
                new Profile.Faults(0, 0, ownDecision, 0, 0, 0, resourceCrashCall, 0),
                new Profile.Timing(inline, 1 - inline, 0, 0, 0, 0),
                new Profile.Crashes(List.of(atCalls), power, 0, 0, 0, false, false, false),
                Profile.Network.NONE,
                List.of());
    }
}
