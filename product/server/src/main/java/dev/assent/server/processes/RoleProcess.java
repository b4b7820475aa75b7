package dev.assent.server.processes;

import dev.assent.server.crash.Bank;
import dev.assent.server.crash.CrashVictim;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The main class of each of the four processes; it obeys as {@link CrashVictim} says. */
public final class RoleProcess {
    private static final int FIXED_ARGUMENTS = 5;

    private RoleProcess() {}

    /**
     * The arguments of a process at its start.
     *
     * @param role its role
     * @param folder of its log
     * @param addresses where the nodes listen
     * @param bank its bank alone; empty in a process without a bank
     */
    record Setup(Role role, String folder, Map<Role, String> addresses, List<Bank> bank) {
        List<String> arguments() {
            List<String> arguments = new ArrayList<>(List.of(role.name(), folder));
            Role.NODES.forEach(each -> arguments.add(addresses.get(each)));
            bank.forEach(each -> arguments.addAll(each.arguments()));
            return arguments;
        }

        static Setup of(List<String> arguments) {
            Map<Role, String> addresses = new TreeMap<>();
            for (int i = 0; i < Role.NODES.size(); i++) {
                addresses.put(Role.NODES.get(i), arguments.get(2 + i));
            }
            List<String> rest = arguments.subList(FIXED_ARGUMENTS, arguments.size());
            return new Setup(
                    Role.valueOf(arguments.get(0)),
                    arguments.get(1),
                    addresses,
                    rest.isEmpty() ? List.of() : List.of(Bank.of(rest)));
        }
    }

    /** Arguments: those of {@link Setup#arguments}. */
    public static void main(String[] arguments) throws IOException {
        Setup setup = Setup.of(Arrays.asList(arguments));
        if (setup.role() == Role.CLIENT) {
            CrashVictim.serve(trigger -> new ClientVictim(setup.addresses(), trigger));
        } else {
            CrashVictim.serve(trigger -> new NodeVictim(setup, trigger));
        }
    }
}
