package dev.assent.lab.experiment;

/**
 * What is measured in a {@link Setup}.
 *
 * @param name what results call it
 * @param task the order for the client, as {@link dev.assent.lab.role.ClientRole} knows it
 * @param clients how many threads do it at the same time
 */
public record Subject(String name, String task, int clients) {
    /** One client does it. */
    public static Subject of(String name, String task) {
        return new Subject(name, task, 1);
    }
}
