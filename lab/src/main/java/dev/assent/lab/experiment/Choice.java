package dev.assent.lab.experiment;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.transport.LabTransport;
import java.util.List;

/**
 * The choice on the command line.
 *
 * @param transports their names, in the order of the columns
 * @param databases in which the fourth experiment keeps its accounts
 */
public record Choice(List<String> transports, List<LabDatabase> databases) {
    /** Those over which transactions go. */
    public List<String> transactional() {
        return transports.stream()
                .filter(each -> LabTransport.of(each).hasTransactions())
                .toList();
    }
}
