/** The workflow that the rollback's story starts: the one that its bundle's README gives to copy, which a test compares. */
export const rollbackWorkflow = `name: Roll back
run-name: Roll back \${{ inputs.environment }} to \${{ inputs.sha }} (\${{ inputs.countersign }})
on:
  workflow_dispatch:
    inputs:
      environment:
        description: Where
        type: string
        required: true
      from:
        description: The commit that runs there, and went bad
        type: string
        required: true
      sha:
        description: The commit to return to
        type: string
        required: true
      countersign:
        description: By this Countersign finds the run again
        type: string
        required: true
permissions: {}
concurrency:
  group: deploy-\${{ inputs.environment }}
jobs:
  roll-back:
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    permissions:
      contents: read
      deployments: write
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          ref: \${{ inputs.sha }}
          persist-credentials: false
      - name: Deploy that commit, unless something else was deployed meanwhile
        env:
          GH_TOKEN: \${{ github.token }}
          ENVIRONMENT: \${{ inputs.environment }}
          FROM: \${{ inputs.from }}
          SHA: \${{ inputs.sha }}
        run: |
          all="repos/$GITHUB_REPOSITORY/deployments"
          now=$(gh api --method GET "$all" -f environment="$ENVIRONMENT" -F per_page=1 --jq '.[0].sha')
          [ "$now" = "$FROM" ] || { echo "::error::$ENVIRONMENT runs another commit by now"; exit 1; }
          id=$(gh api "$all" -f ref="$SHA" -f environment="$ENVIRONMENT" -F auto_merge=false \\
            -F 'required_contexts[]' --jq .id)
          state=success
          ./deploy.sh "$ENVIRONMENT" || state=failure # your own way to deploy what is checked out
          gh api "$all/$id/statuses" -f state="$state" --silent
          [ "$state" = success ]
`;
