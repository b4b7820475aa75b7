package dev.assent.lab.role;

import java.time.Duration;

/** The common part of all roles' processes: how they get orders, and how they end. */
final class RoleMain {
    private RoleMain() {}

    /** The work of a role. */
    interface Role {
        /** Says that it is ready, and then obeys orders until there are no more. */
        void play(Orders orders, Answers answers) throws Exception;
    }

    /**
     * Plays it, and ends this process, whatever threads there are; also when the role fails, which is said to the lab.
     *
     * @param endMax how long it may take to end when there are no more orders; what lasts longer is given up
     */
    static void run(Duration endMax, Role role) {
        Answers answers = Answers.take();
        int status = 0;
        try {
            role.play(Orders.read(endMax), answers);
        } catch (Throwable failed) {
            answers.fail(failed);
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }
}
